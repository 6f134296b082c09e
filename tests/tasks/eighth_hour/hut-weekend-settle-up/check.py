import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
lines = read("trip.md").rstrip().split("\n")
before = original("trip.md").rstrip().split("\n")
need(len(lines) == len(before), "trip.md has another number of lines")
for line, old in zip(lines, before):
    if "___" not in old:
        need(line.rstrip() == old.rstrip(), f"the line {old!r} was changed")
        continue
    start = old.split("___")[0].strip()
    need(line.strip().startswith(start), f"the line {old!r} is now {line!r}")
    need(is_number(line.strip()[len(start):], 995.4 if "Total" in start else 165.9), f"the line {old!r} is now {line!r}")
unchanged("trip.md")
nothing_new()
