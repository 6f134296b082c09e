import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

unchanged()
nothing_new()
text = answer(800)
assert has_number(text, 170, near=2.1), "6 ounces are about 170 grams"
assert not re.search(r"(?<![\d.])(?:180|150|160|177|186|200|18[0-9]|17[3-9]|0\.17)(?:\.\d+)?\s*(?:g\b|grams?|ml)", plain(text)), "another weight is named"
