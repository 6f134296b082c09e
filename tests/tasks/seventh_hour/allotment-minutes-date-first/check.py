import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
minutes = {}
for name in given():
    parts = re.fullmatch(r"minutes (\d\d)\.(\d\d)\.(\d{4})\.txt", name)
    if parts:
        minutes[name] = f"{parts[3]}-{parts[2]}-{parts[1]} minutes.txt"
unchanged(*minutes)
nothing_new(*minutes.values())
for name, new in minutes.items():
    need(not os.path.exists(name), f"{name} is still there")
    need(read(new) == original(name), f"{new} has other content")
