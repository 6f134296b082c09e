import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()


first_is(OUTPUT, r"\b1983\b", r"\b1921\b", r"\b1947\b", r"\b1958\b", r"\b1969\b", r"\b2006\b")
first_is(OUTPUT, r"\bKurt\b|\bWiesner\b", r"\bPetersen\b", r"\bbank (?:bought|in)")
must_not_say(OUTPUT, r"\bKurt(?: Wiesner)? sold\b")
need(word_count(OUTPUT) <= 110, "a long answer")
