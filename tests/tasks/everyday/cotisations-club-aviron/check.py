import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'adherents.csv': '51314f3a5813e3d66e1b',
}
text = answer(1200)
unchanged()
nothing_new("relances.csv")
rows = table("relances.csv")
if len(rows) > 1 and any("total" in plain(c) for c in rows[-1]) and any(is_number(c, 1055.25, eu=True) for c in rows[-1]):
    rows = rows[:-1]
same_rows(rows, [("Bensaïd", "Karim", 165), ("Chevalier", "Hugo", 75), ("Garnier", "Élise", 560.25), ("Lefèvre", "Tom", 15), ("Rossi", "Paolo", 240)], eu=True)
assert has_number(text, 1055.25, eu=True), "the total"
