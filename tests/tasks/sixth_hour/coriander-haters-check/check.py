import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
must_say(OUTPUT, r"\bdal\b", r"\btacos?\b", r"\bbread\b")
for sentence in re.split(r"[;\n]|\.(?=\s|$)|,?\s+\b(?:but|while|whereas)\b", OUTPUT):
    if says(sentence, r"\b(?:risotto|pancakes?|chili)\b"):
        need(says(sentence, r"\bnot\b|n['’]t\b|\bno\b|\bwithout\b|\bfree\b|\bsafe\b|\bnone\b") and not says(sentence, r"\bdal\b|\bbread\b|\btacos?\b"), "a recipe without coriander")
    elif says(sentence, r"\b(?:dal|tacos?|bread)\b"):
        must_not_say(sentence, r"\bsafe\b|does(?: not|n['’]t) (?:contain|have)|do(?: not|n['’]t) (?:contain|have)|\bno coriander\b")
