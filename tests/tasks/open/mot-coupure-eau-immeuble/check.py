import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

text = answer(1200)
no_echo(text, 0.6)
low = plain(text)
assert language(text, "fr") == "fr", "le mot n'est pas en français"
assert 30 <= len(words(text)) <= 95, f"{len(words(text))} mots"
assert not re.search(r"\[[^\]\n\d][^\]\n]{1,40}\]|<[A-Za-z][^>\n]{1,30}>|XX+|_{3,}", text), "a gap is left to fill"
assert has_date(text, None, 11, 6) and "jeudi" in low, "le jour (jeudi 6 novembre) manque"
assert re.search(r"(?<!\d)0?8 ?(h(eures?)?|:)", low), "l'heure du début manque"
assert re.search(r"(?<!\d)12 ?(h(eures?)?|:) ?30", low), "l'heure de la fin manque"
assert re.search(r"\beau\b", low) and re.search(r"coup|interromp|interrupt|ferme|prive|suspen", low), "la coupure d'eau manque"
assert "compteur" in low, "la raison manque"
assert "robinet" in low, "les robinets manquent"
assert re.search(r"reserve|provision|stock|rempli", low), "les réserves manquent"
assert "castagnoux" in low and re.search(r"0555[ .]?31[ .]?48", low), "le gardien ou son numéro manque"
assert "conseil syndical" in plain("\n".join(text.splitlines()[-4:])[-160:]), "la signature manque"
assert not re.search(r"\b(lundi|mardi|mercredi|vendredi|samedi|dimanche)\b", low), "un autre jour"
assert not re.search(r"\becris\b|\bvoici (un|le|votre)\b", low), "on ne parle pas du mot dans le mot"
for number in re.findall(r"\d+", text):
    assert number.lstrip("0") in '6 8 12 30 11 555 31 48'.split() or not number.strip("0"), f"{number} is made up"
