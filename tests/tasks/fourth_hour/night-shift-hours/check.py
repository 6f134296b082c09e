import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("shifts.py", "test*.py")
read("shifts.py")
cases("""
from shifts import hours
for start, end, want in (("22:00", "06:30", 8.5), ("08:15", "16:00", 7.75), ("00:00", "12:30", 12.5), ("23:45", "00:15", 0.5), ("06:00", "22:00", 16), ("20:30", "04:00", 7.5), ("12:59", "13:59", 1)):
    got = hours(start, end)
    assert isinstance(got, (int, float)) and abs(got - want) < 0.01, (start, end, got)
""")
