import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
photos = [name for name in given() if name.endswith(".jpg")]
unchanged(*photos)
nothing_new(*[f"{name[:4]}/{name}" for name in photos])
for name in photos:
    need(not os.path.exists(name), f"{name} is still there")
    need(read(f"{name[:4]}/{name}") == original(name), f"{name} has another content")
