import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'guests.txt': '6de54ec4bdd2b84be597',
    'seating.py': '207db6b1422e92c362eb',
}
accepted()
unchanged("seating.py")
nothing_new()
cases("""
from seating import tables, plan, read_guests
g = read_guests("guests.txt")
t = [list(x) for x in tables(g)]
assert [len(x) for x in t] == [6, 6, 6, 2], f"tables of {[len(x) for x in t]}"
assert sum(t, []) == g, "the order has changed"
assert [len(x) for x in tables(g[:18])] == [6, 6, 6], "18 guests"
assert [len(x) for x in tables(g[:12], 4)] == [4, 4, 4]
assert [len(x) for x in tables(g[:13], 4)] == [4, 4, 4, 1]
assert [len(x) for x in tables(g[:3])] == [3], "three guests"
assert list(tables([])) == [], "no guests"
""")
rc, out, err = run_python(args=["seating.py"])
assert rc == 0, "it fails"
lines = out.strip().splitlines()
assert len(lines) == 4 and lines[-1] == "Table 4: Timo, Ute" and lines[0].startswith("Table 1: Abel, "), out
