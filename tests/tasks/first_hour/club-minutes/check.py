import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'minutes.txt': '3a635297894d3ea451d7',
}

unchanged()
nothing_new()
text = answer(1000)
assert language(text) == "en"
assert has_number(text, 45) and says(text, "fee", "fees", "dues", "subscription", "subscriptions", "membership", "contribution"), "the new fee is missing"
assert says(text, "roof", "shed", "roofing"), "the roof of the shed is missing"
assert says(text, "Priya", "Priya Nair", "Nair") and says(text, "treasurer"), "the new treasurer is missing"
assert says(text, "party", "celebration") and (has_date(text, 2025, 7, 5) or says(text, "July")), "the summer party is missing"
known = {"12", "2024", "23", "40", "45", "2025", "19", "4", "1,200", "1200", "5", "7", "8:40", "20:40", "7:00", "19:00", "1", "8", "11", "3", "2"}
for token in re.findall(r"\d+(?:[.,:]\d+)*", re.sub(r"(?m)^\s*\d[.)] ", "", text)):
    assert token.removesuffix(".00") in known, f"{token} is not in the minutes"
assert not re.search(r"(?i)fees?\b[^.,;\n]{0,25} to (?:£|GBP )?40\b", text), "the fee is wrong"
assert not re.search(r"(?i)(?:Doris(?: Webb)?|Walter(?: Finch)?|Ken|Rosa) (?:is|was|becomes|became|has been|will be) (?:\w+ )?(?:the |as )*(?:elected|new treasurer)", text), "the wrong treasurer"
