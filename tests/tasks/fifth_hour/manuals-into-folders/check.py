import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
places = {name: ("pdf/" if name.lower().endswith(".pdf") else "texts/") + name for name in given() if name.lower().endswith((".pdf", ".txt"))}
unchanged(*places)
nothing_new(*places.values())
for name, place in places.items():
    need(not os.path.exists(name), f"{name} is still there")
    need(read(place) == original(name), f"{name} has another content")
