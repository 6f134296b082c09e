import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'seating.py': '8e9b6a0beb985e4d93eb',
    'make_plan.py': 'e67910258a37f054e063',
    'guests.txt': 'b5c724fc701762c4cdd3',
}
accepted()
unchanged("seating.py")
nothing_new("test_seating.py")
rc, out, err = run_python(args=["make_plan.py"])
assert rc == 0, (err.strip().splitlines() or ["failed"])[-1]
assert out.split("\n")[:3] == ["1: Ines, Gabor, Yuki, Dana", "2: Pit, Alma, Cyril, Roza", "3: Henk"], repr(out)
cases("""
from seating import Table, place, plan
a = Table(1); a.add("x"); b = Table(2, 3)
assert b.guests == [] and b.free() == 3 and a.free() == 7 and a.seats == 8
c = Table(5, guests=["p", "q"], seats=2)
assert c.guests == ["p", "q"] and c.free() == 0
try:
    c.add("r")
except ValueError as e:
    assert "full" in str(e)
else:
    raise AssertionError("a full table takes guests")
t = place([str(i) for i in range(20)])
assert [len(x.guests) for x in t] == [8, 8, 4] and [x.number for x in t] == [1, 2, 3]
assert place([])[0].guests == [] and len(place([])) == 1
assert len(place(list("abcd"), 4)) == 1
assert plan(place(list("abc"), 2)) == "1: a, b\\n2: c"
""")
