import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("summary.md")
text = read("summary.md")
need(25 <= word_count(text) <= 100, f"{word_count(text)} words")
no_placeholder(text)
must_say(text, r"(?<!\d)22(nd)?\.? (of )?nov|nov(ember|\.)? (the )?22|2025-11-22|22[./]11|11/22", r"Ingrid|Voss", r"tool|cupboard")
need(has_number(text, 486.40), "the balance is missing")
must_not_say(text, r"Pete( Marsh)? (will |is |now |has )*(takes?|taking|taken) (over|on|care)", r"Pete( Marsh)? (continues|keeps|looks after|is responsible|remains)", r"balance (is|of|now)[^.\n]{0,15}512", r"(Samir|Joan|Rob|Eileen)( \w+)? (will |is |now |has )*(takes?|taking|taken) (over|on)")
body = re.sub(r"(?m)^\s*\d+[.)]\s", "", text)
facts = {reading for values in numbers(original("minutes.md"), True) for reading in values}
only_numbers(body, *facts, 0, 14, 17, 11, 12, 9, 10)
