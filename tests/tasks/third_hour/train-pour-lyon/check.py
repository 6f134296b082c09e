import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
first_is(OUTPUT, r"\b14\s?(?:[:h.]|heures?)\s?42\b", r"\b(?!14\s?[:h.]\s?00)(?!14\s?(?:[:h.]|heures?)\s?42)[012]?\d\s?[:h.]\s?\d\d\b")
must_say(OUTPUT, r"(?:voies?|quai|platform|track|gleis)\W*(?:n[°o.]\W*|num[ée]ro\s*|est la\s*|:\s*)?(?:5\b|cinq)|\b14[:h.]\s?42\W+(?:Lyon\W+)?5\b")
must_not_say(OUTPUT, r"voie\W*(?:n[°o]\s*)?[12346789]\b")
