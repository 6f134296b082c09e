import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

DEST = {
    "recipes/carrot-ginger.txt": "recipes/soups/carrot-ginger.txt",
    "recipes/carrot-walnut.txt": "recipes/cakes/carrot-walnut.txt",
    "recipes/lemon-polenta.txt": "recipes/cakes/lemon-polenta.txt",
    "recipes/polenta-mushrooms.txt": "recipes/mains/polenta-mushrooms.txt",
    "recipes/leek-potato.txt": "recipes/soups/leek-potato.txt",
    "recipes/leek-tart.txt": "recipes/mains/leek-tart.txt",
    "recipes/plum-crumble.txt": "recipes/cakes/plum-crumble.txt",
    "recipes/red-lentils.txt": "recipes/soups/red-lentils.txt",
    "recipes/stuffed-peppers.txt": "recipes/mains/stuffed-peppers.txt"
}

accepted()
for old, new in DEST.items():
    need(os.path.isfile(new), f"no {new}")
    need(raw(new) == raw(os.path.join(FILES, old)), f"{new} was changed")
    need(not os.path.exists(old), f"{old} is still there")
unchanged(*DEST)
nothing_new(*DEST.values())
