import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'nightly.log': 'a2adbea1f52f52cb1be6',
    'jobs.txt': '73ccd6b612345ae90e21',
}
unchanged()
nothing_new()
text = answer(1200)
low = plain(text)
assert says(text, "homes"), "homes is not named"
assert says(text, "accounting"), "accounting is not named"
assert re.search(r"tim(ed|e|ing)[ -]?out|time-?out|connect", low), "the reason of homes is missing"
assert re.search(r"space|disk (is |was )?full|full disk|device (is |was )?full", low), "the reason of accounting is missing"
for name in ("mail", "wiki", "photos"):
    for part in re.split(r"\n|(?<=[a-z)])[.;] ", text):
        if says(part, name):
            assert re.search(r"\b(succe\w+|ok|done|worked|fine|completed|finished|made it|went through|14|14th|warning)\b", plain(part)), f"{name} is named as failed"
assert not re.search(r"\blocked\b", low) or re.search(r"\b14(th)?\b", low), "the reason of another night"
