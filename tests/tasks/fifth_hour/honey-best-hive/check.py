import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()


names = [row[0] for row in table("honey.csv")[1:]]
others = "|".join(name for name in names if name != "Fern")
need(has_number(OUTPUT, 27.8), "not 27.8")
firm = re.search(rf"^(?!.*\b(?:{others})\b).*\bFern\b.*\b(?:most|best|highest|winner|top)\b|^(?!.*\b(?:{others})\b).*\b(?:most|best|highest|winner|top)\b.*\bFern\b", OUTPUT, re.I | re.M)
if not firm:
    first_is(OUTPUT, r"\bFern\b", rf"\b(?:{others})\b")
need(word_count(OUTPUT) <= 120, "a long answer")
