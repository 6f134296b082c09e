import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'contract.txt': '52b88fecfb4cfcbbb035',
}

unchanged()
nothing_new()
text = answer(1000)
low = plain(text)
assert re.search(r"\b(?:8|eight)\b\W*(?:\(8\)|\(eight\))?\W*weeks?\b|\bweeks?\W+(?:\w+\W+){0,4}(?:8|eight)\b|\b56 days\b", low), "it is eight weeks"
assert not re.search(r"\b(?:2|two|12|twelve|6|six|4|four)\W*weeks?\b", low), "another notice period is named"
assert has_number(text, 15), "a lost card costs 15 euros"
assert not has_number(text, 25, in_words=False), "25 euros is the joining fee"
if has_number(text, 20):
    assert says(text, "key"), "20 euros is for the key"
