import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("rack.md")
nothing_new()


def parts(text):
    rows, other = [], []
    for line in text.split("\n"):
        if line.strip().startswith("|"):
            cells = [re.sub(r"\s+", " ", cell.strip()) for cell in line.strip().strip("|").split("|")]
            if not all(re.fullmatch(r":?-{2,}:?", cell) for cell in cells):
                rows.append(cells)
        elif line.strip():
            other.append(line.strip())
    return rows, other


old, old_text = parts(original("rack.md"))
new, new_text = parts(read("rack.md"))
need(old_text == new_text, "text around the table differs")
box = [cells for cells in new if cells[0].strip("`* ").lower() == "dns"]
need(len(box) == 1, "no single row dns")
box = box[0]
need(len(box) == 5, "cells of dns")
need(re.fullmatch(r"(a )?raspberry pi 4", box[1], re.I), box[1])
need(box[2] == "192.168.178.53", box[2])
need(re.fullmatch(r"64 ?GB", box[3], re.I), box[3])
need(re.fullmatch(r"(runs |running )?pi-?hole( \(?dns\)?)?", box[4], re.I), box[4])
rest = [cells for cells in new if cells is not box]
want = [list(cells) for cells in old]
for cells in want:
    if cells[0] == "nas2":
        cells[2], cells[3] = "192.168.178.44", "8 TB"
for cells in rest:
    if len(cells) == 5 and cells[0] == "nas2":
        cells[3] = re.sub(r"^8 ?TB$", "8 TB", cells[3], flags=re.I)
need(rest == want, "the other rows")
lines = read("rack.md").split("\n")
places = [place for place, line in enumerate(lines) if line.strip().startswith("|")]
need(places == list(range(places[0], places[0] + len(old) + 2)), "the table is torn")
