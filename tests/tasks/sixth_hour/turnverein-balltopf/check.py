import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 181.4), "not 181,40")
must_not_say(OUTPUT, r"194[.,]35", r"\b(?:total|amount|altogether|spent)\b")
for line in OUTPUT.split("\n"):
    need(says(line, r"181[.,]4") or not re.search(r"(?:insgesamt|zusammen|gesamt|summe)[^\n\d]*\d{2,}[.,]\d\d", line, re.I), "another sum")
need(word_count(OUTPUT) <= 90, "a long answer")
