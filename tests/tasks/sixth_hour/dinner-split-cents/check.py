import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("split.py")
nothing_new("test_split.py")
read("split.py")
cases("""
from split import shares, show
for total, people, want in ((1000, 3, [334, 333, 333]), (1001, 3, [334, 334, 333]), (999, 3, [333] * 3), (7, 4, [2, 2, 2, 1]), (500, 1, [500]), (2, 3, [1, 1, 0]), (0, 2, [0, 0])):
    got = list(shares(total, people))
    assert got == want, f"shares({total}, {people}) is {got}"
""")
rc, out, err = run("split.py")
need(rc == 0 and out.split() == "person 1: 3.34 person 2: 3.33 person 3: 3.33".split(), f"prints {out!r}")
