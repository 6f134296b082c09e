import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("summary.txt")
text = read("summary.txt")
need(20 <= word_count(text) <= 105, f"{word_count(text)} words")
must_say(text, r"\b42\b", r"treasurer", r"nambiar|priya", r"wye", r"\b180\b", r"\bstand\b",
         r"18(?:th)?(?: of)? apr|apr(?:il)? 18|2026-04-18|18[./]0?4\b|0?4/18", r"\bfee|dues|subscription|membership")
must_say(text, r"1(?:st)?(?: of)? jan|jan(?:uary)?\.? 1(?:st)?\b|2026-01-01|0?1[./]0?1\b|jan(?:uary)? 2026|(?:from|in|starting|effective) 2026|new year")
must_not_say(text, r"42 (?:pounds )?to (?:£ ?)?36", r"(?:treasurer (?:is|:)|elected) leonard", r"tour (?:goes |will go |is )?(?:to|in) the fens")
if says(text, "trailer"):
    must_say(text, r"voted down|reject|turned down|declin|against|\bnot?\b|n't|refus|fail|defeat")
only_numbers(text, *[value for values in numbers(original("minutes.txt")) for value in values], *range(1, 11), 18.04, 18.4, 1.01)
no_placeholder(text)
