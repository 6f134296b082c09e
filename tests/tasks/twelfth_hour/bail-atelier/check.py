import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
must_say(OUTPUT, r"(?<!\d)30 juin|(?<!\d)30[./-]0?6(?!\d)|2027-06-30|\b(fin|dernier jour)( du mois)?( de)? juin|June 30|30(th)? (of )?June", r"recommandée?s?\b|accusé de réception|\bA\.?R\.?\b|registered")
must_not_say(OUTPUT, r"31 mars|30 mars|31[./]0?3|30[./]0?3\b", r"\b(31|29|28) (juillet|juin)", r"(juin|/0?6/) ?202[^7]", r"(?<!pas )(?<!ni )(?<!non )par (simple )?(courriel|e-?mail|téléphone|acte)")
