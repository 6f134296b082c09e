import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()

names = [row[0] for row in table("club_run.csv")[1:]]
first_is(OUTPUT, r"\bAdler\b|\bRuth\b", *[re.escape(name.split()[1]) for name in names if name != "Ruth Adler"])
must_say(OUTPUT, r"\b46\s*(?::|min\w*\.?,?(?: and)?|m|')\s*0?5(?!\d)")
need(word_count(OUTPUT) <= 120, "a long answer")
