import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
must_say(OUTPUT, r"\bvitamins?[ -]*\W{0,3}d(?:[ -]?[23])?\b|^\W*d(?:[ -]?3)?\W*$|cholecalciferol|calciferol|\bD3\b|\bis \W{0,3}D\b")
must_not_say(OUTPUT, r"vitamin \W{0,2}(a|c|e|k|b\d*)\b(?! (?:and|or|is not|isn't|does not))")
