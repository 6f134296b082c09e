import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

accepted()
nothing_new("pace.py")
read("pace.py")
cases('''
from pace import pace
for km, minutes, want in ((10, 55, "5:30"), (10, 50, "5:00"), (5, 27, "5:24"), (4, 25, "6:15"), (10, 60.5, "6:03"), (2, 9.5, "4:45"), (2.5, 30, "12:00"), (20, 121, "6:03")):
    got = pace(km, minutes)
    assert got == want, f"pace({km}, {minutes}) is {got!r}, not {want!r}"
''')
