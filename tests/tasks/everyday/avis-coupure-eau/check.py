import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}
text = answer(1800)
nothing_new()
no_echo(text, 0.6)
assert 35 <= len(words(text)) <= 220, f"{len(words(text))} words"
assert language(text, tie="fr") == "fr", "not French"
flat = plain(text)
assert has_date(text, 2025, 3, 19), "the date"
for day in re.findall(r"\b(lundi|mardi|jeudi|vendredi|samedi|dimanche)\b", flat):
    assert day == "mardi" and re.search(r"mardi( 18)?( mars)?", flat), f"{day} is not the day"
assert re.search(r"\b0?8 ?(h|:|heures?) ?30|8 heures et demie", flat), "from when"
assert re.search(r"\b12 ?(h|:|heures?)|\bmidi\b", flat), "until when"
assert re.search(r"\beau\b", flat) and re.search(r"coup|interr|suspen|arret|prive", flat), "the water is cut off"
assert says(text, "Duval Plomberie"), "the firm"
assert re.search(r"colonne", flat), "the reason"
assert re.search(r"\bcaves?\b", flat), "the cellars"
assert re.search(r"veille|mardi|18 mars|a l'avance", flat) and re.search(r"reserv|bouteille|provision|rempli|stock", flat), "water the day before"
assert "0655501234" in re.sub(r"\D", "", text), "the phone number"
assert re.search(r"vasseur\W*(,|\n|-)?\W*.{0,60}$", flat), "not signed"
assert "gardienne" in flat, "gardienne"
assert not re.search(r"\[[^\]]{2,40}\]", text), "a placeholder is left"
assert not re.search(r"^(voici|bien sur|d'accord)", flat), "not just the text"
