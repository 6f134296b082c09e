import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("landlady.txt")
nothing_new()
got, want = read("landlady.txt").strip().split("\n"), original("landlady.txt").strip().split("\n")
need(len(got) == len(want), "another number of lines")
for one, other in zip(got, want):
    if "____" in other:
        need(re.fullmatch(r"Electricity used in 2024:\s*_*\s*2[,. ]?888(?:[.,]0+)?\s*_*\s*kWh\.?", one.strip()), f"the line {one!r}")
    else:
        need(one.rstrip() == other.rstrip(), f"the line {one!r}")
