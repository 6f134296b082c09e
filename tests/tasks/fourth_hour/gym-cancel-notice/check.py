import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()

first_is(OUTPUT, r"\b(?:6|six)[\s-]+(?:\(6\) )?weeks?", r"\b(?:2|two)[\s-]+weeks?", r"\b(?:4|four)[\s-]+weeks?", r"10 days", r"12 months|twelve months", r"3 months|three months")
must_say(OUTPUT, r"\bno\b|\bnot\b|n['’]t\b|cannot|only\b|in writing|invalid")
must_not_say(OUTPUT, r"\byes\b[^.]{0,40}(?:whatsapp|\bcan\b)", r"whatsapp (?:is|works|would be) (?:fine|okay|ok|possible|accepted|valid)")
must_say(OUTPUT, r"whatsapp|\bno\b|letter|e-?mail|writing")
