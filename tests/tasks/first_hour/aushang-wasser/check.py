import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

accepted()
new = sorted(present() - set(ORIGINAL))
assert len(new) <= 1 and all(n.endswith((".txt", ".md", ".eml")) for n in new), f"files nobody asked for: {new}"
text = read(new[0]) if new else OUT
assert text.strip() and len(text) <= 1500, "no text, or too long"
no_program(text)
low = plain(text)
assert plain(REQUEST)[:60] not in low, "the request is said back"
assert not re.search(r"\[[^\]]*\]|<[a-z ]+>|_{3,}", text), "there is a gap to fill in"

assert language(text, tie="de") == "de"
assert has_date(text, 2025, 11, 12), "the date is missing"
assert re.search(r"wasser", low), "the water is missing"
assert re.search(r"\b0?9(?:[:.]00)?(?: uhr)? ?(?:bis|-|–|—|und) ?(?:ca\. )?13(?:[:.]00)?\b", low), "the time is missing"
assert re.search(r"rohr|leitung", low) and re.search(r"keller", low), "the reason is missing"
assert re.search(r"krueger|kruger", low), "Krüger is missing"
assert "072155018" in re.sub(r"\D", "", text), "the telephone number is missing"
assert says(text, "Hausverwaltung Brandt", "Hausverwaltung, Brandt") or re.search(r"hausverwaltung\W+brandt", low), "the signature is missing"
for token in re.findall(r"\d+", text):
    assert token in {"12", "11", "2025", "9", "09", "13", "00", "0721", "55018", "550", "18", "072155018", "55", "018"}, f"{token} is invented"
for name in re.findall(r"\b(?:Herr|Herrn|Frau|Dr\.) +([A-ZÄÖÜ]\w+)", text):
    assert name in ("Krüger", "Krueger", "Hausmeister"), f"{name} is invented"
assert "@" not in text, "an address is invented"
