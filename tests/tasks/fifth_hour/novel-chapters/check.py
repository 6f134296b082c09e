import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
places = {f"chapter{number}.txt": f"chapter0{number}.txt" for number in range(1, 10)}
unchanged(*places)
nothing_new(*places.values())
for name, place in places.items():
    need(not os.path.exists(name), f"{name} is still there")
    need(read(place) == original(name), f"{place} has another content")
