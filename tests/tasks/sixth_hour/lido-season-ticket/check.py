import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

need(STATUS in ("accepted", "asked", "escalated"), "status")
unchanged()
nothing_new()
text = TOLD.replace("’", "'")
plain = re.sub(r"\b(?:not|never)\s+(?:sold\s+)?at the pool", "", text, flags=re.I)
must_say(plain, r"\bseason\b|\bprices?\b|\bcosts?\b", r"\bnot\b|n't\b|\bno\b|\bwithout\b|\bnowhere\b|\bunknown\b|\bmissing\b|\bonly\b|\bcannot\b|\bneither\b|\bunable\b|\blacks?\b|\bunspecified\b")
only_numbers(text, 15, 10, 9, 20, 21, 4.5, 14, 2, 11, 38, 16, 1, 0)
negative = r"\bnot\b|n't\b|\bno\b|\bonly\b|\bwithout\b|\bnowhere\b|\bneither\b|\bunknown\b|\bcannot\b|\bbut\b|\bmissing\b|\blacks?\b"
for sentence in re.split(r"[;\n]|\.(?!\d)", text):
    if says(sentence, r"\bseason", r"\d"):
        must_say(sentence, negative)
    must_not_say(sentence, r"season (?:ticket|pass)\w*(?: \w+){0,4} (?:is|are|costs?|for|at)\s*[€$£]?\s*\d", r"(?:it|that) (?:is|costs?)\s*[€$£]?\s*\d", r"season (?:ticket|pass)\w*[^\n]{0,20}\b(?:is|are|costs?) (?:free|nothing)\b")
