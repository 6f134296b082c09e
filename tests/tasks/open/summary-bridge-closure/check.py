import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'notice.txt': '84b54ce211aac7427f9f'}

text = answer(1100)
unchanged()
no_echo(text)
assert language(text) == "en"
assert 25 <= len(words(text)) <= 150, f"{len(words(text))} words"
sentences = [s for s in re.split(r"(?<=[.!?])\s+|\n+", text) if len(words(s)) > 2]
assert 2 <= len(sentences) <= 7, f"{len(sentences)} sentences"
assert has_date(text, None, 5, 6) and has_date(text, None, 8, 30), "closed from 6 May to 30 August"
assert "5550147" in re.sub(r"\D", "", text), "the number is 555-0147"
changes = [says(text, "Alder Road", "detour", "saw mill", "footbridge"), says(text, "Chapel"), says(text, "Thursday", "Thursdays")]
assert sum(changes) >= 2, "what changes for him is missing (detour, bus stop, bins)"
if says(text, "Tuesday", "Tuesdays"):
    assert changes[2], "the bins go out on Thursday"
for y, m, d in dates(text):
    assert (m, d) in {(5, 6), (6, 5), (8, 30), (4, 23), (4, 2), (2, 4), (2, 12), (12, 2), (5, 14)}, f"made-up date {d}.{m}."
