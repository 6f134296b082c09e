import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

accepted()
unchanged()
text = read("mail.txt").strip()
no_program(text)
low = plain(text)
assert language(text) == "en"
assert 40 <= len(words(text)) <= 125, f"{len(words(text))} words"
assert not re.search(r"\[[^\]\n\d][^\]\n]{1,40}\]|<[A-Za-z][^>\n]{1,30}>|XX+|_{3,}", text), "a gap is left to fill"
assert not re.search(r"(?i)^\W*(sure|certainly|of course|here is|here's|voici (le|un|votre)|bien sur)\b", text), "talk about the text in the text"
assert re.search(r"\b(mrs|ms)\.? aldersey\b", low), "Mrs Aldersey is not addressed"
assert not re.search(r"\b(dear|hello|hi) (mr\.? )?(torvald|quince)\b", low), "the mail goes to Mrs Aldersey"
assert re.search(r"heating|radiator|heater", low) and "bathroom" in low, "the heating in the bathroom is missing"
assert re.search(r"\bcold\b|not (been )?(work|heat|warm)|n't (been )?(work|heat|warm)|stopped|broken|out of order|fail", low), "what is wrong with it is missing"
assert has_date(text, None, 2, 3), "since when (3 February) is missing"
assert re.search(r"\b(bled|bleed|bleeding)\b", low) and re.search(r"\b(twice|two times|2 times|second time)\b", low), "the bleeding is missing"
assert re.search(r"\bflat (no\. ?|number )?14\b", low), "flat 14 is missing"
assert re.search(r"this week|end of the week|within the week|by the weekend|by friday", low), "this week is missing"
assert re.search(r"\b(4(:00|\.00)? ?(pm|p\.m\.?|o'clock)|16[:.]?00|four)\b|\b4 ?p\.m\.", low), "from 4 pm is missing"
assert "wednesday" in low and re.search(r"except|but|not|apart|other than|aside|unfortunately|excluding|save", low), "except Wednesday is missing"
assert re.search(r"please|would|could|kindly|grateful|appreciate", low), "it is not polite"
assert "torvald quince" in plain("\n".join(text.splitlines()[-5:])), "the name at the end is missing"
assert not re.search(r"\b(tuesday|thursday|saturday|sunday)\b", low), "a day nobody named"
for number in re.findall(r"\d+", text):
    assert number.lstrip("0") in '3 2 4 14 16'.split() or not number.strip("0"), f"{number} is made up"
