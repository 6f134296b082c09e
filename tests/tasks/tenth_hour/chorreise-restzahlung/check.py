import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(word_count(OUTPUT) <= 120, "far too long")
need(has_number(OUTPUT, 165), "the amount")
APRIL = r"30\.\s*(?:april|apr\b|0?4\b)|30 april|2026-04-30|april 30"
must_say(OUTPUT, APRIL)
if says(OUTPUT, r"15\.\s*(?:märz|maerz|0?3\b)|\b80\b"):
    must_say(OUTPUT, "anzahlung")
    must_not_say(OUTPUT, r"(?s)anzahlung(?:(?!rest|165|noch).){0,80}(?:" + APRIL + ")")
must_not_say(OUTPUT, r"\b210\b", r"\b290\b")
