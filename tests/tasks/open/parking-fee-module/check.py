import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}
accepted()
read("parking.py")
cases('''
from parking import fee
for m, want in [(0, 0), (1, 0), (29, 0), (30, 0), (31, 1.5), (60, 1.5), (90, 1.5), (91, 3.0), (150, 3.0), (151, 4.5), (300, 7.5), (450, 10.5), (451, 12), (510, 12), (511, 12), (600, 12), (1440, 12)]:
    got = fee(m)
    assert isinstance(got, (int, float)) or type(got).__name__ in ("Decimal", "Fraction"), f"fee({m}) gives a {type(got).__name__}"
    assert abs(float(got) - want) < 0.001, f"fee({m}) is {got}, not {want}"
''')
