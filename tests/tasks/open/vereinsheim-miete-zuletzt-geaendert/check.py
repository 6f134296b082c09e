import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'protokolle.txt': '7c686cf2560038d91907'}

text = answer(700)
unchanged()
assert (2022, 4, 12) in dates(text), "der Tag der Sitzung (12. April 2022) fehlt"
assert has_number(text, 110, eu=True), "110 Euro fehlen"
assert not has_number(text, 150, eu=True) or says(text, "Kaution"), "150 Euro sind die Kaution"
assert not has_number(text, 130, eu=True) or re.search(r"(?i)abgelehnt|ablehn|nicht angenommen|gescheitert", text), "130 Euro wurden abgelehnt"
assert not has_number(text, 120, eu=True) and not has_number(text, 200, eu=True), "ein anderer Betrag"
for y, m, d in dates(text):
    if (m, d) not in ((4, 12), (12, 4)) and y and y > 2022:
        assert re.search(r"(?i)abgelehnt|ablehn|Kaution", text), "eine andere Sitzung"
assert len(words(text)) < 8 or language(text, "de") == "de", "die Antwort ist nicht deutsch"
