import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("report.md")
nothing_new()
MEANS = {"blank": 0.042, "A": 0.412, "B": 0.657, "C": 0.236, "D": 0.874}
lines, wanted = ([line.strip() for line in part.strip().split("\n")] for part in (read("report.md"), original("report.md")))
need(len(lines) == len(wanted), f"{len(lines)} lines instead of {len(wanted)}")
for line, old in zip(lines, wanted):
    if old.startswith("|"):
        cells, before = ([cell.strip() for cell in part.strip("|").split("|")] for part in (line, old))
        need(len(cells) == 3, f"the line {line!r}")
        if before[2] == "?":
            need(cells[:2] == before[:2], f"the line {line!r}")
            need(is_number(cells[2], MEANS[before[0]], 0.0001), f"the mean of {before[0]} is {cells[2]!r}")
            continue
        if set(before[0]) == {"-"}:
            need(all(re.fullmatch(r":?-+:?", cell) for cell in cells), f"the line {line!r}")
            continue
        need(cells == before, f"the line {line!r}")
        continue
    need(line == old, f"the line {line!r}")
