import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
spaced = [name for name in given() if " " in name]
unchanged(*spaced)
nothing_new(*[name.replace(" ", "_") for name in spaced])
for name in spaced:
    need(not os.path.exists(name), f"{name} is still there")
    need(read(name.replace(" ", "_")) == original(name), f"{name} has another content")
