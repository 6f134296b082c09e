import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
must_say(OUTPUT, r"\bpatrick\b", r"\b2024-0?8-17\b|\b17(?:th|\.)?(?: of)? aug|\baug\w*\.? (?:the )?17|\b17[./]0?8\b|\b0?8/17\b")
must_not_say(OUTPUT, r"\bsimon\b", r"\bokafor\b", r"\btilling")
others = set(re.findall(r"\b\d{4}-\d\d-\d\d\b", OUTPUT)) - {"2024-08-17"}
need(not others, "another day")
need(word_count(OUTPUT) <= 100, "a long answer")
