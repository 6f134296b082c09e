import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'article.txt': 'a16875d41c1682a83118',
}

unchanged()
nothing_new()
text = answer(800)
assert language(text) == "en"
assert says(text, "library"), "it is about the library"
assert re.search(r"(?i)renovat|refurbish|moderni[sz]|rebuil", text), "it is about a renovation"
facts = [
    has_date(text, 2025, 3, 3) or bool(re.search(r"March(?: of)? 2025", text)),
    has_number(text, 2.4) or has_number(text, 2400000),
    says(text, "May 2026", "May of 2026"),
    says(text, "post office", "Station Street"),
]
assert sum(facts) >= 3, "too few of the main facts"
known = {"3", "2025", "1962", "2.4", "2026", "85,000", "85000", "2,400,000", "14", "1.2"}
for token in re.findall(r"\d+(?:[.,:]\d+)*", text):
    assert token in known, f"{token} is not in the article"
assert not re.search(r"(?i)\b(?:close[sd]?|closing|shut)\s+(?:its doors |down |temporarily )*(?:in|on|from)\s+(?:\d+ )?(?:May|April)\b", text), "it closes in March"
assert len(re.findall(r"[.!?](?=\s|$)", text)) <= 4, "too many sentences"
