import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}
accepted()
nothing_new("normzeile.py", "test_normzeile.py")
read("normzeile.py")
cases("""
from normzeile import lines, price
for text, want in (("", 0), ("a", 1), ("a" * 55, 1), ("a" * 56, 2), ("ab cd " * 100, 11), ("a" * 54 + "\\n" + "b", 1), ("a\\n" * 110, 2), ("x" * 5500, 100), ("\\n\\n", 0), ("é" * 55, 1)):
    got = lines(text)
    assert got == want, f"lines of a text with {len(text)} characters: {got}, not {want}"
for n, more, want in ((55 * 100, {}, 185.0), (55 * 10, {}, 45.0), (0, {}, 45.0), (55 * 31, {"rate": 1.999}, 61.97), (55 * 2, {"minimum": 0}, 3.7), (56, {"rate": 30, "minimum": 20}, 60.0)):
    got = price("y" * n, **more)
    assert abs(got - want) < 1e-9, f"price of {n} characters with {more}: {got}, not {want}"
assert abs(price("y" * 5500, 2, 10) - 200) < 1e-9, "given by position"
""")
