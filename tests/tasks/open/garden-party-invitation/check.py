import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

text = answer(1300)
no_echo(text, 0.6)
assert not re.search(r"(?i)^\W*(write|here is a request)", text), "the request is said back"
assert not re.search(r"\[[A-Za-z][^\]]{2,30}\]|XX+|\b(they should bring|tell us by 8 june if they come)\b", text), "a gap left to fill or words of the request"
assert language(text) == "en"
assert 30 <= len(words(text)) <= 200, f"{len(words(text))} words"
assert has_date(text, None, 6, 15), "the day (15 June) is missing"
assert has_date(text, None, 6, 8), "the day to answer (8 June) is missing"
assert re.search(r"(?i)\b(4(:00|\.00)?\s*(p\.?m|o.?clock)|16[:.h]?\s*00|four\b)", text), "the time is missing or wrong"
assert re.search(r"(?i)12,? Plover Lane", text), "the place is missing"
assert says(text, "salad", "salads") and says(text, "barn"), "salad or barn is missing"
assert re.search(r"(?i)\brain|weather|wet\b", text), "the rain is missing"
assert re.search(r"(?i)Marit\W+(and|&|\+)?\s*Joel|Joel\W+(and|&|\+)?\s*Marit", "\n".join(text.splitlines()[-4:])[-160:]), "the signature is missing"
assert says(text, "party", "garden party"), "what it is about is missing"
for y, m, d in dates(text):
    assert (m, d) in {(6, 15), (6, 8), (8, 6)}, f"made-up date {d}.{m}."
assert not re.search(r"(?i)\b(sunday|friday|monday|tuesday|wednesday|thursday)\b[^.]{0,20}15", text), "15 June is a Saturday"
