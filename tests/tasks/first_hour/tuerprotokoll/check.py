import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'tuerprotokoll.txt': 'eafb591126c3b49f540b',
}

unchanged()
nothing_new()
text = answer(800)
assert language(text, tie="de") == "de", "the answer is not in German"
assert has_number(text, 215, eu=True), "it was 215 times"
