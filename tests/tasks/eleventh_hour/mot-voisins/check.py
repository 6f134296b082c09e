import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("voisins.txt")
text = re.sub(r"\s+", " ", read("voisins.txt"))
need(35 <= word_count(text) <= 200, f"{word_count(text)} words")
no_placeholder(text)
must_say(text, r"voisin", r"samedi( le)?,? 13 juin", r"(?<!\d)70 ?(ans|e\b|ème|ᵉ)|soixante-dix", r"\b(mère|maman)\b", r"jardin", r"35,? ?(bis)?rue des Tilleuls", r"(?<!\d)15 ?(h\b|heures|h ?00|:00)", r"(?<!\d)23 ?(h\b|heures|h ?00|:00)", r"musique")
digits = re.sub(r"[\s.\-()]", "", text)
need("0639981245" in digits or "+33639981245" in digits or "33639981245" in digits.replace("+330", "33"), "the telephone number is missing or wrong")
must_say(text, r"appel|téléphon|contact|joindre|numéro|coup de fil")
need(re.search(r"Claire Morel", text.strip()[-110:]), "is not signed")
must_not_say(text, r"(vendredi|dimanche|lundi|mardi|mercredi|jeudi)", r"mon père|ma grand-mère|mes 70 ans", r"Ch(er|ère)s? (Claire|Mme Morel|Madame Morel)")
body = re.sub(r"(\+33|0)[\s().\d-]{8,}\d", " ", text)
only_numbers(body, 13, 70, 35, 15, 23, 2026, 0, 6, 15.00, 23.00)
