import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
first_is(OUTPUT, r"\bDelmas\b", r"\bRoux\b", r"\bBenhamou\b", r"\bLelong\b", r"\bFerrand\b")
picard = re.search("Picard", OUTPUT)
if picard and picard.start() < OUTPUT.index("Delmas"):
    must_say(OUTPUT, r"Picard[^.\n]*(avait|commencé|stage|mais|remplac|à la place)|(à la place|remplac\w*|au lieu|relais)[^.\n]*Picard")
first_is(OUTPUT, r"(?<!\d)14 mars|(?<!\d)14[/.-]0?3|2025-03-14", r"28 mars|28/0?3", r"(?<!\d)0?7 mars|(?<!\d)0?7/0?3", r"5 mai", r"20 février", r"25 mars")
must_not_say(OUTPUT, r"(avant|d'ici|au plus tard) (le )?(jeudi )?22 mai")
