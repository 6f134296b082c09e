import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("plate.py", "test_plate.py", "tests/test_plate.py")
cases("""
from plate import well, number
for n in range(1, 97):
    name = "ABCDEFGH"[(n - 1) // 12] + str((n - 1) % 12 + 1)
    assert well(n) == name, (n, well(n))
    assert number(name) == n, (name, number(name))
    assert number(name.lower()) == n, name.lower()
for function, values in ((well, (0, 97, -1, -12, 1000)), (number, ("A13", "I1", "A0", "Z5", "h13", "i12"))):
    for value in values:
        try:
            got = function(value)
        except ValueError:
            continue
        raise AssertionError(f"{value!r} gives {got!r}")
""")
