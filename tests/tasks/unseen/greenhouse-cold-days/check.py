import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'greenhouse.csv': '5287330b88d74051899f',
    'plants.txt': '2a46b2a68e4f7336cbde',
}
unchanged()
nothing_new()
text = answer(1200)
assert has_number(text, 5), "the number of days is wrong or missing"
assert has_number(text, 1.1, near=0.001), "the lowest value is wrong or missing"
assert has_date(text, 2025, 11, 24), "the coldest day is wrong or missing"
assert not has_number(text, -99.9), "the fault counts as a reading"
for other in (79, 26, 12):
    assert not has_number(text, other, in_words=False) or other in (1, 11, 24), f"another number is given: {other}"
