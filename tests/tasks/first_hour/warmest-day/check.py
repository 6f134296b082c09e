import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'weather.tsv': '766afdcf0b3ee3a76093',
}

unchanged()
nothing_new()
text = answer(1200)
assert has_date(text, 2025, 7, 2), "the warmest day is July 2"
assert has_number(text, 31.4), "it got 31.4 degrees warm"
for d in (1, 3, 8, 9):
    assert not any((y, m, day) == (2025, 7, d) for y, m, day in dates(re.sub("2025-07-02", "", text))), "another day is named"
