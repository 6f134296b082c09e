import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

def must_run(code):
    rc, _, err = run("-c", code)
    need(rc == 0, err.strip().split("\n")[-1][:200] or "does not run")


accepted()
unchanged()
nothing_new("weighted.py", "test_*.py", "*_test.py", "tests/*")
need(not re.search(r"(?m)^\s*(import|from) (numpy|scipy|pandas)", read("weighted.py")), "uses a library that is not there")
must_run("""
from math import isclose, sqrt
from weighted import weighted_mean as f
r = f([10.0, 20.0], [1.0, 1.0])
assert isinstance(r, tuple) and len(r) == 2, r
assert isclose(r[0], 15) and isclose(r[1], 1 / sqrt(2)), r
r = f([10, 20], [1, 2])
assert isclose(r[0], 12) and isclose(r[1], 1 / sqrt(1.25)), r
r = f([5.5], [0.2])
assert isclose(r[0], 5.5) and isclose(r[1], 0.2), r
v, e = [9.79, 9.84, 9.71, 9.82, 9.90, 9.80], [0.05, 0.08, 0.12, 0.04, 0.15, 0.06]
w = [x ** -2 for x in e]
r = f(v, e)
assert isclose(r[0], sum(a * b for a, b in zip(v, w)) / sum(w)) and isclose(r[1], sum(w) ** -0.5), r
r = f([0.0, -4.0], [1.0, 1.0])
assert isclose(r[0], -2), r
for values, errors in (([], []), ([1], [1, 2]), ([1, 2], [1]), ([1, 2], [1, 0]), ([1, 2], [1, -2]), ([1.0], [0.0])):
    try:
        f(values, errors)
    except ValueError:
        pass
    else:
        raise AssertionError((values, errors))
""")
