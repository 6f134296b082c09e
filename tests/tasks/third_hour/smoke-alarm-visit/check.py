import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
first_is(OUTPUT, r"\b16(?:th)?\b|\bsixteenth", r"\b1[457](?:th)?(?:\s+of)?\s+may", r"\bmay\s+1[457]\b", r"\b1[457]\.0?5")
must_say(OUTPUT, r"\bmay\b|16\.\s?0?5|0?5[-/]16|16/0?5")
must_say(OUTPUT, r"\b(?:13(?:[:.h]?00)?\b|1(?:[:.]00)?\s*(?:p\.?m|(?:-|–|—|to|until|till|and)\s*4)|one\b)")
must_say(OUTPUT, r"\b(?:16[:.h]00|(?:-|–|—|to|until|till|and)\s*16\b|4(?:[:.]00)?\s*p\.?\s?m|four\b)")
must_not_say(OUTPUT, r"tuesday(?!.*thursday)", r"\b1(?:[:.]00)?\s*a\.?m")
