import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("doses.py", "*test*.py")
read("doses.py")
cases("""
from doses import dose_times
for given, wanted in (
    (("08:00", 6, 4), ["08:00", "14:00", "20:00", "02:00"]),
    (("21:30", 12, 3), ["21:30", "09:30", "21:30"]),
    (("07:15", 8, 1), ["07:15"]),
    (("07:15", 8, 0), []),
    (("00:05", 5, 6), ["00:05", "05:05", "10:05", "15:05", "20:05", "01:05"]),
    (("23:59", 1, 3), ["23:59", "00:59", "01:59"]),
    (("18:00", 6, 2), ["18:00", "00:00"]),
    (("09:40", 24, 2), ["09:40", "09:40"]),
    (("06:00", 36, 3), ["06:00", "18:00", "06:00"]),
):
    got = dose_times(*given)
    assert list(got) == wanted and isinstance(got, list), (given, got)
""")
