import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()


need(has_number(OUTPUT, 228), "not 228")
first_is(OUTPUT, r"\bEllen\b", r"\bMaja\b", r"\bTobias\b", r"\bSato\b", r"\bPriya\b", r"\bCem\b")
need(not re.search(r"\bEllen\b[^\d\n]*\b(?!228\b)\d+\s*messages", OUTPUT), "another number")
need(word_count(OUTPUT) <= 120, "a long answer")
