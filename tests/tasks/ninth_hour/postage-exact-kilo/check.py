import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

QUIET = "import sys; sys.excepthook = lambda kind, value, trace: print(kind.__name__, value, file=sys.stderr)"

accepted()
unchanged("postage.py")
nothing_new("test_*.py")
rc, out, err = run("postage.py")
need(rc == 0, err[-200:])
need(out.split() == "120 g 3.20 1000 g 4.90 1350 g 6.40 4999 g 9.80 basket 12.80".split(), f"prints {out}")
cases(QUIET + """
import postage as p
for grams, price in ((1, 3.2), (499, 3.2), (500, 3.2), (501, 4.9), (999, 4.9), (1000, 4.9), (1001, 6.4), (2000, 6.4), (2001, 9.8), (5000, 9.8)):
    assert abs(p.postage(grams) - price) < 1e-9, (grams, p.postage(grams))
    assert abs(p.postage(grams, abroad=True) - price - 7.5) < 1e-9, (grams, "abroad")
for grams in (5001, 9000):
    try:
        p.postage(grams)
    except ValueError:
        pass
    else:
        raise AssertionError("too heavy")
assert abs(p.basket([500, 1000, 30]) - 11.3) < 1e-9
""")
