import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("tip.py", "test_tip.py", "tests/test_tip.py")
read("tip.py")
cases("""
from tip import split_bill
for given, want in (((100, 4, 10), 27.5), ((85.4, 3, 0), 28.47), ((59.9, 2, 15), 34.44), ((10, 3, 0), 3.33), ((200, 1, 5), 210), ((47.25, 5, 12), 10.58), ((20, 3, 100), 13.33)):
    got = split_bill(*given)
    assert not isinstance(got, str) and abs(float(got) - want) < 0.0001, f"split_bill{given} is {got!r}, not {want}"
assert abs(float(split_bill(total=60, people=4, tip_percent=10)) - 16.5) < 0.0001
""")
