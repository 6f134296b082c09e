import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'minutes.txt': '9a7b7591ee0f9973db46',
}
text = answer(1400)
unchanged()
nothing_new()
assert 30 <= len(words(text)) <= 135, f"{len(words(text))} words"
assert language(text) == "en", "not English"
low = plain(text)
assert says(text, "Ines") and "freezer" in low and has_date(text, 2025, 5, 14), "the freezer"
assert says(text, "Tomo") and "pipette" in low and has_date(text, 2025, 5, 9), "the pipettes"
assert has_number(text, 3400) or re.search(r"3\.4 ?k", low), "the price"
assert "autoclave" in low and re.search(r"repair|fix|technician", low) and has_date(text, 2025, 5, 28), "the autoclave"
assert says(text, "Farah") and re.search(r"training", low) and has_date(text, 2025, 5, 22), "the training"
assert has_date(text, 2025, 6, 5), "the next meeting"
for line in re.split(r"\n|(?<=[a-z)])[.;] ", text):
    if re.search(r"\brota\b", line, re.I) and re.search(r"\b(agreed|decided|introduced|adopted|starts)\b", line, re.I):
        assert re.search(r"\b(no|not|nothing|nobody|postponed|undecided|open|without|next|later|again|yet|to be)\b|n't", line, re.I), "the rota was not decided"
    if re.search(r"new autoclave", line, re.I) and re.search(r"\b(buy|bought|purchase\w*|order\w*|get|gets)\b", line, re.I):
        assert re.search(r"\b(no|not|refused|instead|rejected|denied|declined|turned)\b|n't", line, re.I), "no new autoclave was decided"
