import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("archery.py", "test_*.py", "*_test.py")
need(os.path.isfile("archery.py"), "no archery.py")
cases("""
from archery import total
for arrows, right in ((["X", "9", "M"], (19, 1)), (["10", "x", "7"], (27, 1)), ([], (0, 0)), (["X", "X", "x", "10", "10", "9"], (59, 3)),
                      (["m", "M"], (0, 0)), (["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"], (55, 0)), (["10"] * 6, (60, 0)), (["x"], (10, 1))):
    got = total(list(arrows))
    assert tuple(got) == right, f"total({arrows}) gives {got}"
for bad in (["11"], ["a"], ["X", "9", "11"], ["9", "a", "M"]):
    try:
        got = total(list(bad))
    except ValueError:
        continue
    raise AssertionError(f"total({bad}) gives {got}")
""")
