import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

QUIET = "import sys; sys.excepthook = lambda kind, value, trace: print(kind.__name__, value, file=sys.stderr)"

accepted()
unchanged()
nothing_new("knit.py", "test_*.py")
read("knit.py")
cases(QUIET + """
import knit
for arguments, want in (((50, 22, 8), 112), ((40, 20, 4), 80), ((41, 20, 4), 84), ((10, 20, 1), 20), ((7.5, 20, 6), 18), ((33, 27, 10), 90), ((1, 20, 12), 12)):
    got = knit.stitches(*arguments)
    assert got == want and type(got) is int, (arguments, got)
for arguments, want in (((21, 30), 64), ((20, 30), 60), ((10, 25), 26), ((1, 30), 4), ((2.5, 20), 6), ((33, 27), 90)):
    got = knit.rows(*arguments)
    assert got == want and type(got) is int, (arguments, got)
for call in (lambda: knit.stitches(0, 20, 4), lambda: knit.stitches(10, -1, 4), lambda: knit.stitches(10, 20, 0), lambda: knit.rows(-3, 30), lambda: knit.rows(3, 0)):
    try:
        call()
    except ValueError:
        pass
    else:
        raise AssertionError("no ValueError")
""")
