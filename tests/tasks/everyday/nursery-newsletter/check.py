import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'newsletter.txt': '8f93d831451dfd1e1c8a',
}
text = answer(900)
unchanged()
nothing_new()
count = len(words(text))
assert count <= 88, f"{count} words"
assert count >= 30, "too short"
flat = plain(text)
for day, month, what in ((30, 5, "closed"), (5, 6, "photographer"), (13, 6, "list"), (21, 6, "party")):
    assert has_date(text, 2025, month, day), f"the date: {what}"
assert re.search(r"clos|shut|no care|no nursery", flat), "closed"
assert re.search(r"photo|picture", flat), "the photographer"
assert re.search(r"part(y|ies)|celebrat|fest", flat), "the party"
assert re.search(r"salad", flat) and re.search(r"cake", flat), "what to bring"
assert re.search(r"\b(sun ?)?hats?\b|sunhat", flat), "the sun hat"
assert re.search(r"name|label", flat), "the name in the hat"
assert has_number(text, 68), "the new lunch fee"
assert re.search(r"sept?\b|september|\b0?1[./]0?9|09-01|9/1", flat), "from when the fee"
assert not re.search(r"squeak|pirate|radish|bear|dunn", flat), "small talk"
