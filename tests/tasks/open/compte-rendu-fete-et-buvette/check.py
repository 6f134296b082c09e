import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'compte_rendu.txt': 'e79239319122ffc9d657'}

text = answer(700)
unchanged()
assert has_date(text, 2024, 6, 22), "la fête a lieu le 22 juin"
assert says(text, "Benarfa", "Aïcha"), "c'est Aïcha Benarfa qui tient la buvette"
assert has_number(text, 180, eu=True), "180 euros pour la buvette"
assert not says(text, "Oriol", "Dermont", "Rascol"), "une autre personne"
if says(text, "Tanguy", "Solène"):
    assert says(text, "tombola", "dernier", "remplace", "et non", "pas Solène"), "Solène Tanguy tient la tombola"
if has_date(text, 2024, 6, 15):
    assert re.search(r"(?i)report|au lieu|initial|prévu|et non|pas le", text), "le 15 juin a été abandonné"
assert not has_number(text, 1284.6, eu=True) and not has_number(text, 612, eu=True), "une autre somme"
if has_number(text, 450, eu=True):
    assert re.search(r"(?i)\b(sur|dont|total|plus|maximum|parmi)\b", text), "450 euros, c'est pour toute la fête"
assert len(words(text)) < 8 or language(text, "fr") == "fr", "la réponse n'est pas en français"
