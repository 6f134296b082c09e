import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}
nothing_new()
text = answer(700)
low = plain(text)
assert has_date(low, 2025, 7, 12), "the date is wrong"
named = set(re.findall(r"\b(mon|tues|wednes|thurs|fri|satur|sun)day\b", low))
assert "satur" in named, "the day of the week is wrong"
assert named <= {"satur", "mon"}, "other days of the week"
late = {(m, d) for y, m, d in dates(low) if m in (7, 8) and d > 5} - {(7, 12)}
assert not {x for x in late if x in ((7, 11), (7, 13), (7, 14), (7, 10))}, "other dates"
