import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()

first_is(OUTPUT, r"Behrens|Autohaus", r"Dachdecker|Wolf", r"Stadtwerke", r"Zahnarzt|Lenz", r"Krause|Heizöl", r"Versicherung(?!en)")
first_is(OUTPUT, r"24\.\s?12\.|24\.? Dezember|2025-12-24", r"31\.\s?12\.", r"15\.\s?0?1\.", r"10\.\s?12\.", r"0?[15]\.\s?0?1\.")
need(word_count(OUTPUT) <= 100, "a long answer")
