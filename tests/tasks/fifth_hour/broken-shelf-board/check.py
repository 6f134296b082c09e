import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("complaint.txt")
text = read("complaint.txt").replace("’", "'")
need(25 <= word_count(text) <= 200, f"{word_count(text)} words")
no_placeholder(text)
must_say(text, r"\bholm\b", r"\b48213\b", r"\bshel(?:f|ves)\b|shelving", r"\bboards?\b", r"broken|\bbroke\b|damaged?|crack|split|snapped", r"new (?:one|board)|replac\w*|another board|exchange|substitute|spare", r"\bmilan brandt\b")
only_numbers(text, 48213, 1)
must_not_say(text, r"complaint\.txt", r"\b(?:dear|hello|hi) (?:mr\.? )?(?:milan|brandt)\b", r"my son\b")
for hit in re.finditer(r"refund|money back|reimburse\w*", text, re.I):
    before = text[max(0, hit.start() - 70):hit.start()]
    after = text[hit.end():hit.end() + 50]
    need(re.search(r"\bnot\b|n't\b|\bno\b|rather than|instead of|without|nor\b|prefer", before, re.I) or re.search(r"\bnot\b|n't\b|unnecessary", after, re.I), "asks for the money")
need(text.lower().find("holm") < text.lower().rindex("milan brandt"), "signed by another")
