import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'bill.py': 'e0e0abc362013c4f5a86',
    'prices.py': '5677e792b6d31901b82b',
}
accepted()
for name in ("bill.py", "prices.py"):
    read(name)
nothing_new("test_bill.py", "test_prices.py", "tests/test_bill.py")
cases('''
from bill import total, bill
from prices import unit_price, PRICES
def near(got, want, what):
    assert abs(got - want) < 0.006, f"{what}: {got} instead of {want}"
near(total([("inner tube", 12)]), 74.10, "12 tubes")
near(total([("inner tube", 10)]), 61.75, "10 tubes")
near(total([("inner tube", 9)]), 58.50, "9 tubes")
near(total([("inner tube", 1)]), 6.50, "1 tube")
near(total([("brake pads", 12), ("chain", 2)], 1.5), 267.06, "mixed")
near(total([("chain", 6), ("bell", 6)]), 193.20, "twelve pieces of two items")
near(total([("bell", 20)], 2), 251.80, "bells and labour")
near(total([], 2), 96.00, "labour only")
near(total([]), 0, "nothing")
near(unit_price("chain"), 24.00, "one chain")
near(unit_price("chain", 10), 22.80, "unit price with 10")
assert PRICES == {"inner tube": 6.50, "brake pads": 12.90, "chain": 24.00, "bell": 8.20}, "the prices were changed"
want = chr(10).join(["Bill for School", "12 x inner tube", "1 h labour", "Total: 122.10 EUR"])
assert bill("School", [("inner tube", 12)], 1) == want, "the text of the bill"
''')
