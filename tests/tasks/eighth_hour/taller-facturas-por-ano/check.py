import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
moved = [name for name in given() if name.startswith("factura_")]
unchanged(*moved)
nothing_new(*[f"{name[8:12]}/{name}" for name in moved])
for name in sorted(moved):
    new = f"{name[8:12]}/{name}"
    need(not os.path.exists(name), f"{name} is still there")
    need(os.path.isfile(new), f"no {new}")
    need(raw(new) == raw(os.path.join(FILES, name)), f"{new} has another content")
