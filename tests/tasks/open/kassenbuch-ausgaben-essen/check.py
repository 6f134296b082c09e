import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'kassenbuch.csv': 'de7c92346e67e18d90f6'}
ESSEN = 1157.45
FALSCH = [2474.4, 3631.85, 3546.9]

text = answer(600)
unchanged()
assert has_number(text, ESSEN, eu=True) or has_number(text, -ESSEN, eu=True), f"{ESSEN} steht nicht in der Antwort"
for value in FALSCH:
    assert not has_number(text, value, eu=True), f"{value} ist eine andere Summe"
assert len(words(text)) < 6 or language(text, "de") == "de" or not re.search(r"\b(the|is|we|spent)\b", text), "die Antwort ist nicht deutsch"
