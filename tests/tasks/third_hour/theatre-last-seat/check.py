import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("seats.py")
nothing_new()
read("seats.py")
cases("""
import seats
assert seats.ROWS == {"A": 8, "B": 10, "C": 10, "D": 6}, "the rows"
assert seats.TAKEN == {"A3", "B10", "C1"}, "the taken seats"
for row, count in seats.ROWS.items():
    assert list(seats.seats(row)) == [f"{row}{n}" for n in range(1, count + 1)], (row, seats.seats(row))
assert list(seats.free("B")) == [f"B{n}" for n in range(1, 10)], seats.free("B")
assert list(seats.free("A")) == ["A1", "A2", "A4", "A5", "A6", "A7", "A8"], seats.free("A")
assert seats.count_free() == 31, seats.count_free()
seats.ROWS["E"] = 2
assert list(seats.seats("E")) == ["E1", "E2"], "another row"
""")
rc, out, err = run("seats.py")
need(rc == 0 and "31" in out, "the script")
