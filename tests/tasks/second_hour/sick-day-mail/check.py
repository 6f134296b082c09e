import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

accepted()
new = sorted(present() - set(ORIGINAL))
assert len(new) <= 1 and all(n.endswith((".txt", ".md", ".eml")) for n in new), f"files nobody asked for: {new}"
text = read(new[0]) if new else OUT
body = re.sub(r"(?mi)^\W*subject:.*$", "", text)
assert 15 <= len(words(body)) and min(len(words(body)), len(body.split())) <= 104, f"{len(body.split())} words"
no_program(text)
low = plain(text)
assert plain(REQUEST)[:60] not in low, "the request is said back"
assert not re.search(r"\[[^\]]*\]|<[a-z ]+>|_{3,}", text), "there is a gap to fill in"
assert language(text) == "en"
assert says(text, "Lindgren"), "the boss is missing"
assert says(text, "ill", "sick", "unwell", "illness", "sickness", "not well", "not feeling well"), "ill is missing"
assert has_date(text, 2025, 3, 10), "the day is missing"
assert says(text, "Thursday") or has_date(text, 2025, 3, 13), "the day of the return is missing"
assert says(text, "Nina") and says(text, "printer", "printing", "printers"), "the call is missing"
assert says(text, "call", "phone call", "conversation", "talk", "calls"), "the call is missing"
tail = " ".join(low.split()[-15:])
assert "tobias" in tail, "the signature is missing"
for token in re.findall(r"\d+", text):
    assert token in {"10", "3", "03", "2025", "13"}, f"{token} is invented"
assert not re.search(r"\b(?:again|back|return\w*)(?: \w+){0,3} (?:tuesday|wednesday|friday)\b", low), "a wrong day of the return"
for name in re.findall(r"\b(?:Mr|Mrs|Ms|Miss|Dr)\.? +([A-Z]\w+)", text):
    assert name == "Lindgren", f"{name} is invented"
assert "@" not in text, "an address is invented"
