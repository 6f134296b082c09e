import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'letter.txt': 'b35b47ff44d83db65407'}
text = answer(1300)
unchanged()
nothing_new()
lines = [l for l in text.splitlines() if re.match(r"\s*(?:[-*•–·+]|\d+[.)])\s+\S", l)]
assert 3 <= len([l for l in lines if not l.startswith((" ", "\t"))]) <= 7, "not 4 to 6 bullet points"
assert has_date(text, 2025, 6, 12), "the day of the trip"
assert re.search(r"18[.,]50?\b", text), "the cost"
assert re.search(r"\b0?8[.:](?:15|00)\b|\b0?8\s*(?:o'clock|a\.?m)|quarter past (?:8|eight)", plain(text)), "the time of leaving"
assert has_date(text, 2025, 5, 23), "the deadline"
assert re.search(r"consent|slip|permission", plain(text)), "the consent slip"
assert sum(bool(re.search(w, plain(text))) for w in (r"lunch", r"water|bottle|drink", r"welli|boots", r"rain|jacket|waterproof", r"change|clothes")) >= 4, "what to bring"
for word in ("tadpole", "tadpoles", "aquarium", "postcards"):
    assert not says(text, word), "things to skip"
