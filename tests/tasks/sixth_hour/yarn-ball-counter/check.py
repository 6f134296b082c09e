import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("yarn.py", "test_yarn.py")
read("yarn.py")
cases("""
from yarn import balls
for length, per, want in ((450, 200, 3), (400, 200, 2), (0, 200, 0), (1, 50, 1), (401, 200, 3), (50, 50, 1), (1250, 125, 10), (99.5, 50, 2), (100.5, 50, 3)):
    got = balls(length, per)
    assert got == want, f"balls({length}, {per}) is {got}"
""")
