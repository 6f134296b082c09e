import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
need(has_number(OUTPUT, 1.2, words=False) and has_number(OUTPUT, 1.5, words=False), "not the pressure")
must_say(OUTPUT, r"\b30(?:th)?(?: of)? sep|sep(?:t|tember)?\.? 30|2026-09-30|30[./-]0?9[./-](?:20)?26|0?9/30/(?:20)?26")
must_not_say(OUTPUT, r"september,? (?:2025|2027)|sep[a-z]*\.? 30(?:th)?,? (?:2025|2027)")
must_not_say(OUTPUT, r"2\.1 bar when (?:it is )?cold", r"cold[^.]{0,30}\b(?:0\.6|2\.1) bar")
