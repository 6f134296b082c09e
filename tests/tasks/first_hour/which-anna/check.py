import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'contacts.csv': '7c9a71d7852631f0245e',
}

unchanged()
nothing_new()
text = OUT + " " + QUESTION
both = says(text, "Berg", "Portland", "555-0131") and says(text, "Lindt", "Eugene", "555-0164")
for other in ("0102", "0117", "0175", "0128", "0150"):
    assert other not in text, "the number of somebody else"
a, b = "555-0131" in text, "555-0164" in text
assert a == b, "only one of the two Annas is given a number"
if STATUS == "accepted":
    answer(1000)
    assert both or re.search(r"(?i)\b(two|2|several|both|more than one|multiple|which)\b", text), "it is not said that there are two"
    if a and says(text, "Berg") and says(text, "Lindt"):
        low = plain(text)
        order = sorted(("berg", "lindt", "555-0131", "555-0164"), key=low.find)
        kinds = ["b" if w in ("berg", "555-0131") else "l" for w in order]
        names = [k for k, w in zip(kinds, order) if not w[0].isdigit()]
        numbers = [k for k, w in zip(kinds, order) if w[0].isdigit()]
        assert names == numbers, "the numbers are mixed up"
else:
    assert STATUS in ("escalated", "waiting"), f"status is {STATUS!r}"
