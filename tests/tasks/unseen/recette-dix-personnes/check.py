import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}
nothing_new()
text = answer(900)
assert language(text, "fr") == "fr" or len(words(text)) < 20, "not in French"
assert has_number(text, 750, eu=True) or re.search(r"0,75 ?kg", text), "farine"
assert has_number(text, 5), "oeufs"
assert has_number(text, 40, eu=True) or has_number(text, 400) or re.search(r"0,4 ?l|4 ?dl", text.casefold()), "lait"
assert has_number(text, 200, eu=True), "beurre"
