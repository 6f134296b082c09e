import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'fete_mails.txt': 'baa7fa721ba03446a357',
    'budget.csv': '6f6a4d2d030c18540faf',
}
unchanged()
nothing_new()
text = answer(700)
assert says(text, "Marek", "Nowak"), "it is not said who"
assert re.search(r"(?<!\d)0?8[:.h]15|quarter past (8|eight)|(?<!\d)8 15", plain(text)), "the time is wrong or missing"
moved = r"\b(no longer|not|instead|original\w*|first|earlier|changed?|before|can't|cannot|out|previous\w*|rather|was going|informed|said|announced|failed|mail|email|message|according|wrote|sorry)\b|n't\b"
if says(text, "Priya"):
    assert re.search(moved, plain(text)), "Priya is out"
if re.search(r"(?<!\d)0?9[:.]00|\b(nine|9 am)\b", plain(text)):
    assert re.search(moved, plain(text)), "nine is the old time"
assert not re.search(r"priya( raman)? (is |will |can |now |still )*(bring|fetch|collect|get)", plain(text)), "Priya is out"
assert not says(text, "Wen", "Gordon") or re.search(r"sound|barbecue|key", plain(text)), "the wrong person"
