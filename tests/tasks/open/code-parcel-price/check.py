import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

accepted()
read("shipping.py")
cases("""
from shipping import parcel_price as p
for w, want in ((0.1, 4.9), (2, 4.9), (2.1, 6.7), (5, 6.7), (5.01, 9.5), (10, 9.5), (10.5, 17.9), (31.5, 17.9)):
    for express in (False, True):
        got = p(w, express=express)
        assert isinstance(got, (int, float)) or type(got).__name__ == 'Decimal', f'not a number: {got!r}'
        assert abs(float(got) - want - 8 * express) < 0.001, f'parcel_price({w}, express={express}) gives {got}'
assert abs(float(p(3, True)) - 14.7) < 0.001
assert abs(float(p(3)) - 6.7) < 0.001
for w in (31.51, 40, 0, -1):
    try:
        got = p(w)
    except ValueError:
        continue
    raise AssertionError(f'parcel_price({w}) gives {got!r} and no ValueError')
""")
