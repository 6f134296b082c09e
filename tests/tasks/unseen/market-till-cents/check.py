import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'till.py': '79ca6db9cd154ef9dd05',
    'prices.txt': '5a1439b29e838480aea0',
}
accepted()
unchanged("till.py")
nothing_new("test_till.py")
read("till.py")
cases("""
from till import to_cents, change, basket, COINS
assert len(COINS) == 12
for c in range(0, 30000):
    assert to_cents(c / 100) == c, f"to_cents({c / 100}) is {to_cents(c / 100)}"
    assert isinstance(to_cents(c / 100), int)
assert to_cents(5) == 500
assert change(5, 4.35) == {50: 1, 10: 1, 5: 1}, change(5, 4.35)
assert change(20, 8.70) == {1000: 1, 100: 1, 20: 1, 10: 1}, change(20, 8.70)
assert change(1.15, 1.15) == {}
assert change(100, 0.01) == {5000: 1, 2000: 2, 500: 1, 200: 2, 50: 1, 20: 2, 5: 1, 2: 2}
assert basket([4.35, 8.70, 1.15]) == 1420
assert basket([]) == 0
try:
    change(1, 2)
except ValueError:
    pass
else:
    raise AssertionError("no ValueError when too little is paid")
""")
