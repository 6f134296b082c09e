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

assert language(text) == "en"
assert has_date(text, 2025, 5, 23), "the date is missing"
assert says(text, "zoo"), "the zoo is missing"
assert says(text, "gate", "gates") and says(text, "school", "school's"), "the meeting point is missing"
assert re.search(r"8[:.]15|quarter past eight", low), "the time is missing"
assert re.search(r"\b(?:2|two)(?:[:.]00)? ?(?:pm|p\.m|o'clock|in the afternoon)|\b14[:.]00", low), "the time of return is missing"
assert re.search(r"\b(?:12|twelve)(?:[.,]00)?\b ?-?(?:euro|eur\b|€)|(?:€|eur) ?12\b", low), "the price is missing"
assert says(text, "lunch", "lunches", "lunchbox", "lunchboxes", "lunch box", "sandwiches"), "the lunch is missing"
assert says(text, "Ms Harper", "Ms. Harper", "Harper"), "the signature is missing"
assert re.search(r"\b(?:dear|hello|hi|good (?:morning|day|afternoon|evening))\b", low), "there is no greeting"
for token in re.findall(r"\d+", text):
    assert token in {"3", "23", "05", "5", "2025", "8", "08", "15", "2", "14", "00", "12"}, f"{token} is invented"
for name in re.findall(r"\b(?:Mr|Mrs|Ms|Miss|Dr)\.? +([A-Z]\w+)", text):
    assert name == "Harper", f"{name} is invented"
for name in re.findall(r"\b(?:Dear|Hello|Hi) +(\w+)", text):
    assert name.lower() in ("parents", "parent", "families", "all", "everyone", "everybody", "class", "mums", "moms", "3b", "parents/guardians", "guardians"), f"{name} is invented"
assert "@" not in text, "an address is invented"
