import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'log1924.txt': 'bc8316729b456272fd33',
    'sources.txt': '0abcbb7b8e91b462fdb6',
}
unchanged()
nothing_new()
text = answer(1500)
for month, day in [(2, 17), (4, 23), (8, 14), (11, 26)]:
    assert has_date(text, 1924, month, day), f"missing: day {day} of month {month}"
for month, day in [(4, 19), (6, 19), (7, 18), (7, 24), (7, 31), (8, 21), (8, 27), (9, 21), (10, 27), (11, 13), (12, 19)]:
    assert not has_date(text, 1924, month, day), f"the foghorn worked on day {day} of month {month}"
found = {(m, d) for y, m, d in dates(text) if d > 12 and d not in (14, 17, 23, 26)}
assert not found, f"other days are named: {found}"
