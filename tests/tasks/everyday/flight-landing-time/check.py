import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}
text = answer(900)
nothing_new()
assert re.search(r"(?<!\d)(?:16[:.h]15|0?4[:.]15 ?(?:p\.?m|in the afternoon))", text, re.I), "16:15"
assert not re.search(r"land\w*[^.\n]{0,40}22[:.]15[^.\n]{0,20}(?:in|local)[^.\n]{0,12}new york", text, re.I), "22:15 is the time in Frankfurt"
assert not re.search(r"(?<!\d)(?:0?4:15 ?a\.?m|15:15|3:15 ?p|17:15|5:15 ?p)", text, re.I), "another time"
