import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

text = answer(1300)
no_echo(text, 0.6)
low = plain(text)
assert language(text) == "en"
assert 45 <= len(words(text)) <= 155, f"{len(words(text))} words"
assert not re.search(r"\[[^\]\n\d][^\]\n]{1,40}\]|<[A-Za-z][^>\n]{1,30}>|XX+|_{3,}", text), "a gap is left to fill"
assert not re.search(r"(?i)^\W*(sure|certainly|of course|here is|here's|voici (le|un|votre)|bien sur)\b", text), "talk about the text in the text"
assert re.search(r"\b(mr|mister)\.? dunmorrow\b", low), "Mr Dunmorrow is not addressed"
assert re.search(r"\bthank|grateful|gratitude", low), "the thanks are missing"
assert re.search(r"\b(12|twelve)\b[^.]{0,30}\b(laptops?|computers?|notebooks?)\b|\blaptops[^.\d]{0,20}\b(12|twelve)\b", low), "the twelve laptops are missing"
assert has_date(text, None, 5, 9), "9 May is missing"
assert re.search(r"homework club", low), "the homework club is missing"
assert re.search(r"\b(30|thirty)\b", low) and re.search(r"children|pupils|students|kids", low), "the thirty children are missing"
assert "tuesday" in low and "thursday" in low, "Tuesdays and Thursdays are missing"
assert has_date(text, None, 6, 20) and re.search(r"(?<![\d:])0?3([:.]00)? ?(p\.?m|o'clock)|\b15[:.]?00|\bthree\b", low), "20 June at 3 pm is missing"
assert re.search(r"invit|visit|welcome|come (and|to|by)|join us|drop by|see for yourself", low), "the invitation is missing"
assert re.search(r"philippa yarrow", plain("\n".join(text.splitlines()[-4:])[-160:])), "the signature is missing"
assert not re.search(r"\b(dear|hello|hi) (ms\.? |mrs\.? )?(philippa|yarrow)\b", low), "the letter goes to Mr Dunmorrow"
assert not re.search(r"\b(monday|wednesday|saturday|sunday)s?\b", low), "a day nobody named"
for number in re.findall(r"\d+", text):
    assert number.lstrip("0") in '12 9 5 30 20 6 3 15'.split() or not number.strip("0"), f"{number} is made up"
