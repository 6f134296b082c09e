import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'infos.txt': '36e96fe20f91a7bd7df7',
    'membres.csv': '3bff90c8ae8d5c51a800',
}
unchanged()
nothing_new()
text = answer(1500)
assert 45 <= len(text.split()) <= 165, f"{len(text.split())} words"
assert language(text, "fr") == "fr", "not French"
low = plain(text)
assert has_date(text, 2025, 10, 17), "the day is missing"
assert re.search(r"\b18 ?(h|heures) ?(30|et demie)|18[:.]30", low), "the hour is missing"
assert "jean-moulin" in low or "jean moulin" in low, "the place is missing"
assert "tilleuls" in low, "the street is missing"
assert has_date(text, 2025, 10, 10), "the answer's date is missing"
assert re.sub(r"\D", "", low).find("0612004578") >= 0, "the number is missing"
assert says(text, "Colette") and says(text, "Maillot"), "a name is missing"
assert sum(w in low for w in ("bilan", "compte", "tresorier", "tournoi")) >= 4, "the agenda is not complete"
assert re.search(r"\b(pot|verre|aperitif)\b", low), "the drink is missing"
assert not re.search(r"\[[^\]]*\]|\{\w+\}", low), "a gap"
assert not re.search(r"lundi|mardi|mercredi|jeudi|samedi|dimanche", low), "the wrong day of the week"
assert not re.search(r"(?m)^\s*(ensuite|signature) :", low), "the notes were copied"
assert re.search(r"^\W*(objet|cher|chere|bonjour|mesdames|madame|bonsoir|amis|salut)", low), "no greeting"
