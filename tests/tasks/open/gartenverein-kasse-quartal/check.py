import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'kasse.csv': 'f22d6497beb33e14e2fe'}
text = answer()
unchanged()
nothing_new()
assert has_number(text, 1352.50, eu=True), "1.352,50 is not in the answer"
for value in (1672.50, 2932.67, 203.75):
    assert not has_number(text, value, eu=True), f"{value} is another sum"
if len(words(text)) >= 10:
    assert language(text, "de") == "de", "the answer is not German"
