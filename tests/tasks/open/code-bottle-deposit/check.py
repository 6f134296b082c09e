import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

accepted()
read("deposit.py")
cases("""
from deposit import deposit as d
for given, want in (({'can': 4, 'glass': 3}, 1.24), ({}, 0), ({'crate': 2}, 3.0), ({'can': 1}, 0.25),
                    ({'glass': 20, 'crate': 1, 'can': 0}, 3.10), ({'can': 0}, 0), ({'glass': 7, 'can': 3}, 1.31)):
    before = dict(given)
    got = d(given)
    assert isinstance(got, (int, float)) or type(got).__name__ == 'Decimal', f'not a number: {got!r}'
    assert abs(float(got) - want) < 0.001, f'deposit({given}) gives {got}'
    assert given == before, 'the dictionary was changed'
for given in ({'jar': 1}, {'can': 2, 'box': 1}, {'can': -1}):
    try:
        got = d(given)
    except ValueError:
        continue
    raise AssertionError(f'deposit({given}) gives {got!r} and no ValueError')
""")
