import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()

must_say(OUTPUT, r"2025-04-16|\b16(?:st|nd|rd|th|\.)?(?: of)? apr|apr(?:il|\.)? (?:the )?16(?:st|nd|rd|th)?\b|\b16[./]0?4\b|\b0?4/16\b")
need(has_number(OUTPUT, 1477), "the number of bicycles")
first_is(OUTPUT, r"16", r"2025-04-(?!16)\d\d")
need(word_count(OUTPUT) <= 100, "a long answer")
