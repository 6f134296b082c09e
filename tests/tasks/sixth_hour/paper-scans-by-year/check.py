import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
scans = [name for name in given() if re.match(r"inbox/\d{4}-", name)]
unchanged(*scans)
want = {name: f"inbox/{name[6:10]}/{name[6:]}" for name in scans}
for old, new in want.items():
    need(not os.path.exists(old), f"{old} is still there")
    need(os.path.isfile(new), f"no {new}")
    need(raw(new) == raw(os.path.join(FILES, old)), f"{new} was changed")
nothing_new(*want.values())
