import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

QUIET = "import sys; sys.excepthook = lambda kind, value, trace: print(kind.__name__, value, file=sys.stderr)"

accepted()
unchanged("regata.py")
nothing_new("test_*.py")
rc, out, err = run("-X", "utf8", "regata.py")
need(rc == 0, err[-200:])
need(out.split() == "Gaviota 8:05 Cormorán 8:25 Petrel 8:00 Alcatraz 14:44".split(), f"prints {out}")
cases(QUIET + """
import regata as r
for a, b, c in (("0:58", "1:07", "2:05"), ("0:10", "0:15", "0:25"), ("0:30", "0:30", "1:00"), ("1:59", "2:59", "4:58"), ("59:30", "0:40", "60:10"), ("0:00", "0:09", "0:09")):
    assert r.sumar(a, b) == c, (a, b, r.sumar(a, b))
assert r.total(["0:50", "0:50", "0:50"]) == "2:30"
assert r.total([]) == "0:00"
assert tuple(r.leer("1:07")) == (1, 7)
""")
