import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new()
first_is(OUTPUT, r"\bfarads?\b", r"\bcoulombs?\b(?! per)", r"\bhenr(y|ys|ies)\b", r"\bohms?\b", r"\bamperes?\b", r"\bteslas?\b", r"\bwebers?\b", r"\bsiemens\b", r"\bjoules?\b")
must_not_say(OUTPUT, r"\bnot (the |a )?farad")
