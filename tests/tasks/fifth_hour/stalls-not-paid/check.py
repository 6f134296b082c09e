import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()


UNPAID = ("Carla Weems", "Fabio Lanza", "Hamid Rahimi", "Jerome Pike")
for line in original("stalls.md").split("\n"):
    cells = [cell.strip() for cell in line.split("|")]
    if len(cells) > 5 and cells[1].isdigit():
        pattern = r"\b(?:" + "|".join(cells[2].split()) + r")\b"
        if cells[2] in UNPAID:
            must_say(OUTPUT, pattern)
        else:
            must_not_say(OUTPUT, pattern)
