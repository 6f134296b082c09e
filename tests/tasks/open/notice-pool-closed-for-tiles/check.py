import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'notes.txt': '8eee024bb3fbbfef252f'}

accepted()
unchanged()
text = read("notice.txt").strip()
no_program(text)
low = plain(text)
assert language(text) == "en"
assert 30 <= len(words(text)) <= 82, f"{len(words(text))} words"
assert not re.search(r"\[[^\]\n\d][^\]\n]{1,40}\]|<[A-Za-z][^>\n]{1,30}>|XX+|_{3,}", text), "a gap is left to fill"
assert not re.search(r"(?i)^\W*(sure|certainly|of course|here is|here's|voici (le|un|votre)|bien sur)\b", text), "talk about the text in the text"
assert "pool" in low and re.search(r"clos|shut", low), "that the pool is closed is missing"
assert re.search(r"\b14(th)?\b", low) and re.search(r"\b27(th)?\b", low) and (re.search(r"\bapr(il)?\b", low) or has_date(text, 2025, 4, 14)), "the days (14 to 27 April) are missing"
assert re.search(r"\btil(es?|ing)\b", low), "the reason is missing"
assert "sauna" in low and re.search(r"\b10\b", low) and re.search(r"\b20\b|\b8(:00|\.00)? ?p\.?m", low), "the sauna and its hours are missing"
assert re.search(r"season (tickets?|pass)", low) and re.search(r"(2|two)[ -]weeks?|fortnight|14 days", low), "the season tickets are missing"
assert re.search(r"\b28(th)?\b", low) and re.search(r"(?<!\d)0?7([:.]00)? ?(a\.?m|o'clock|h\b|in the morning)|(?<!\d)0?7[:.]00|\bseven\b", low), "the reopening is missing"
assert not re.search(r"38|half|council|cost|\bpays?\b|[£€$]|whistle|lifeguard", low), "something that is nobody's business"
for number in re.findall(r"\d+", text):
    assert number.lstrip("0") in '14 27 28 4 10 20 8 7 2 2025'.split() or not number.strip("0"), f"{number} is made up"
