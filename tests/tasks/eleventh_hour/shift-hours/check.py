import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("shifts.py", "*test*")
read("shifts.py")
cases("""
from shifts import worked
for arguments, wanted in (
        (("08:00", "16:30", 30), "8:00"), (("22:15", "06:00"), "7:45"), (("09:05", "09:10"), "0:05"),
        (("03:30", "12:00", 45), "7:45"), (("21:50", "05:20", 40), "6:50"), (("23:59", "00:01"), "0:02"),
        (("00:00", "23:59"), "23:59"), (("13:00", "13:20", 20), "0:00"), (("02:00", "14:07"), "12:07")):
    got = worked(*arguments)
    assert got == wanted, f"worked{arguments} gives {got!r}"
assert worked("08:00", "12:00", pause=15) == "3:45"
for arguments in (("10:00", "10:30", 31), ("23:50", "00:10", 60)):
    try:
        got = worked(*arguments)
    except ValueError:
        continue
    raise AssertionError(f"worked{arguments} gives {got!r}")
""")
