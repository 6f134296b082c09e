import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("message.txt")
nothing_new()
got, want = read("message.txt").strip().split("\n"), original("message.txt").strip().split("\n")
need(len(got) == len(want), "another number of lines")
for one, other in zip(got, want):
    if "???" in other:
        need(re.fullmatch(r"Jonas has paid\s+(?:€\s?)?187[.,]35\s?(?:€\s?)?euros altogether\.", one.strip()), f"the line {one!r}")
    else:
        need(one.rstrip() == other.rstrip(), f"the line {one!r}")
