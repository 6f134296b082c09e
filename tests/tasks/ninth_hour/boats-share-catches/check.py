import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

QUIET = "import sys; sys.excepthook = lambda kind, value, trace: print(kind.__name__, value, file=sys.stderr)"

accepted()
unchanged("catches.py")
nothing_new("test_*.py")
rc, out, err = run("catches.py")
need(rc == 0, err[-200:])
need(out.strip().split("\n") == ["Marlene: 3 fish, 2890 g, best pike", "Otter: 2 fish, 1330 g, best bream"], f"prints {out}")
cases(QUIET + """
import catches as c
a = c.add_catch("eel", 700)
b = c.add_catch("tench", 900)
assert a == [("eel", 700)] and b == [("tench", 900)], "new logs"
back = c.add_catch("carp", 3000, a)
assert a == [("eel", 700), ("carp", 3000)] == back, "the log given grows"
assert b == [("tench", 900)]
other = [("ruffe", 40)]
c.add_catch("ide", 90, log=other)
assert other == [("ruffe", 40), ("ide", 90)], "by the name of the parameter"
assert c.weight(a) == 3700 and c.heaviest(a) == "carp"
assert c.report("X", b) == "X: 1 fish, 900 g, best tench"
""")
