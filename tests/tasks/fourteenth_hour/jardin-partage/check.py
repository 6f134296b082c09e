import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
must_say(OUTPUT, r"\bMarchand\b|\bOdile\b|référente (des|de) parcelles?", r"\b(10|dix)\)?(\s\((10|dix)\))?\sjours\b")
must_not_say(OUTPUT, r"Lacombe", r"Puech", r"Ferrand", r"48 ?h", r"jours après", r"un mois (avant|à l'avance)", r"(?<!\d)(2|deux) semaines avant")
only_numbers(OUTPUT, 10, 4, 3, 2, 18, 2025)
