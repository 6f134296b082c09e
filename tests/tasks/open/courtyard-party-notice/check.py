import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'event.md': 'd4cbad2c156563d5dee4'}
accepted()
unchanged()
nothing_new("notice.txt")
text = read("notice.txt")
no_program(text)
n = len(text.split())
assert 40 <= n <= 155, f"{n} words"
assert language(text) == "en", "not English"
low = plain(text)
assert text.count("\n- ") < 8 or re.search(r"welcome|invit|dear|neighbou?rs|join", low), "only the list again"
assert "what we agreed on" not in low, "the heading of the notes is no notice"
assert re.search(r"welcome|invit|dear|neighbou?r|join|hello|\bhi\b|celebrat|look(?:ing)? forward|see you|everyone|everybody|\ball\b", low), "nobody is addressed"
assert has_date(text, 2025, 6, 21), "the day"
assert re.search(r"\b0?4(?:[.:]00)? ?(?:p\.?m|o'clock)|16[.:]00|16 ?h|16 ?(?:-|–|to) ?22|\b4 ?(?:-|–|to|until|till) ?10 ?p\.?m|four (?:p\.?m|o'clock)", low), "the time"
assert re.search(r"court ?yard", low) and re.search(r"gartenstr(?:\.|asse) ?5", low), "the place"
assert re.search(r"buffet|salad|cake", low), "the buffet"
assert re.search(r"plates?|dishes|crockery", low) and re.search(r"cutlery|silverware|fork", low), "plates and cutlery"
assert has_date(text, 2025, 6, 14) and says(text, "Pilar", "Ortega", "Pilar Ortega"), "how to sign up"
assert re.search(r"\bcars?\b|vehicles?", low) and re.search(r"noon|12 ?p\.?m|12[.:]00|midday|12 o'clock", low), "the cars"
assert not re.search(r"\[[^\]]{2,40}\]", text), "a placeholder is left"
