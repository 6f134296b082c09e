import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

QUIET = "import sys; sys.excepthook = lambda kind, value, trace: print(kind.__name__, value, file=sys.stderr)"

accepted()
unchanged("tide.py")
nothing_new("test_*.py")
for arguments in (("tide.py",), ("tide.py", "gauge.txt")):
    rc, out, err = run(*arguments)
    need(rc == 0, err[-200:])
    need(out.split() == "2025-08-01 3.41 m 2025-08-02 3.38 m 2025-08-03 3.52 m 2025-08-04 3.60 m".split(), f"prints {out}")
cases(QUIET + """
import tide
def highs(*lines):
    return [tuple(pair) for pair in tide.daily_highs(list(lines))]
assert highs("a 01:00 1.5") == [("a", 1.5)]
assert highs("a 01:00 1.5", "a 02:00 1.2") == [("a", 1.5)]
assert highs("a 01:00 1.5", "b 02:00 0.4", "b 03:00 0.9") == [("a", 1.5), ("b", 0.9)]
assert highs("a 01:00 1.5", "b 02:00 0.4", "c 03:00 2.0", "c 04:00 1.0") == [("a", 1.5), ("b", 0.4), ("c", 2.0)]
""")
