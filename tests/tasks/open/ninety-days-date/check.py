import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}
text = answer(1500)
nothing_new()
assert has_date(text, 2025, 5, 31), "31 May 2025 is not in the answer"
assert says(text, "Saturday", "Sat"), "the weekday"
assert not (has_date(text, 2025, 6, 1) and says(text, "Sunday")), "that is a day late"
for day in ("Tuesday", "Wednesday", "Thursday", "Friday"):
    assert not says(text, day), f"not {day}"
