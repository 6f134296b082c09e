import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("claim.txt")
nothing_new()
got, want = ([line.strip() for line in text.strip().split("\n")] for text in (read("claim.txt"), original("claim.txt")))
need(len(got) == len(want), "the number of lines")
for mine, line in zip(got, want):
    if line.startswith("Business"):
        found = re.fullmatch(r"Business kilometres:[\s.]*?(\d[\d., ]*?)[\s.]*km\.?", mine)
        need(found and is_number(found[1], 363.0), f"the line {mine}")
    else:
        need(mine.split() == line.split(), f"the line {mine}")
