import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'kassenbuch.csv': '52100c44ae673c69a4a8',
    'notiz.txt': 'c9b57a0a8b98721e3e3b',
}
unchanged()
nothing_new()
text = answer()
assert has_number(text, 3327.87, eu=True), "die Summe stimmt nicht"
if len(words(text)) > 14:
    assert language(text, "de") == "de", "not German"
