import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'thread.txt': '59aab53699e1a36cdc2f',
}

unchanged()
nothing_new()
text = answer(1000)
points = re.findall(r"(?m)^\s*(?:[-*•–+]|\d+[.)])\s+\S", text)
assert 3 <= len(points) <= 4, f"{len(points)} bullet points"
assert has_date(text, 2025, 6, 27), "the new date is missing"
assert says(text, "boathouse", "boat house"), "the new place is missing"
assert says(text, "barbecue", "bbq", "barbeque", "grill"), "the barbecue is missing"
assert has_date(text, 2025, 6, 13), "the day by which to answer is missing"
assert says(text, "guests", "guest", "people", "persons"), "what to do is missing"
assert not re.search(r"(?i)pizza", text), "pizza is not the plan"
for token in re.findall(r"(?m)(?<![\d.])\d+(?!\d*[.)]\s)", text):
    assert token in {"27", "13", "20", "06", "6", "5", "17", "00", "2025", "1", "2", "3", "4"}, f"{token} is invented"
