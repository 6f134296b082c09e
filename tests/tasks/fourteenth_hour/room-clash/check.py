import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged("rooms.py")
nothing_new("test*.py", "*test.py")
rc, out, err = run("rooms.py", "bookings.csv")
need(rc == 0, err[-300:])
lines = [line.strip() for line in out.strip().split("\n")]
need(lines == ["Mon Birch: Payroll 09:30-11:00 / Interviews 10:30-12:00", "Wed Aspen: Training 09:00-12:00 / Support 10:00-10:30"], f"prints {lines}")
cases("""
import rooms
def b(start, end, room="Oak", day="Fri"):
    return {"day": day, "room": room, "start": start, "end": end, "who": "x"}
def both(one, two):
    first, second = bool(rooms.overlap(one, two)), bool(rooms.overlap(two, one))
    assert first == second, (one, two)
    return first
assert both(b("09:00", "10:00"), b("09:59", "11:00"))
assert not both(b("09:00", "10:00"), b("10:00", "11:00"))
assert not both(b("09:00", "10:00"), b("10:01", "11:00"))
assert both(b("09:00", "10:00"), b("09:00", "10:00"))
assert both(b("09:00", "12:00"), b("09:00", "09:30"))
assert both(b("09:00", "12:00"), b("11:30", "12:00"))
assert both(b("09:00", "12:00"), b("10:00", "11:00"))
assert both(b("9:30", "10:30"), b("10:00", "11:00"))
assert not both(b("09:00", "12:00"), b("10:00", "11:00", room="Elm"))
assert not both(b("09:00", "12:00"), b("10:00", "11:00", day="Thu"))
assert len(rooms.clashes([b("09:00", "10:00"), b("10:00", "11:00"), b("09:30", "10:30")])) == 2
assert len(rooms.load("bookings.csv")) == 10
""")
