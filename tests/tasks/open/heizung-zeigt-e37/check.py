import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'anleitung.txt': 'f63a1b603a88a05004d3'}

text = answer(1300)
unchanged()
assert language(text, "de") == "de", "die Antwort ist nicht deutsch"
low = plain(text)
assert "druck" in low and re.search(r"niedrig|gering|unter 0[,.]8|tief|zu wenig", low), "E37 heißt: Wasserdruck zu niedrig"
assert re.search(r"full\w*|gefullt", low) and "wasser" in low, "Wasser nachfüllen fehlt"
assert has_number(text, 1.5, eu=True), "bis 1,5 bar"
assert re.search(r"ausschalt|schalt\w*[^.]{0,60}\baus\b|\baus\b[^.]{0,20}schalt|abschalt|abkuhl|hauptschalter", low), "ausschalten und abkühlen lassen fehlt"
for fremd in ("zu hoch", "1,8", "2,8", "Gashahn", "Gasversorgung", "Außenfühler", "Abgasklappe", "Entleerhahn", "3 Sekunden", "E38", "E41", "E31", "E34"):
    assert plain(fremd) not in low, f"{fremd} gehört zu einem anderen Code"
