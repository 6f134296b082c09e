import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()

first_is(OUTPUT, r"\bOkafor\b", r"Lindqvist", r"Penrose", r"Haddad", r"Voss")
first_is(OUTPUT, r"\b13(?:th|\.)?(?: of)? june|june (?:the )?13|06-13|\b13[./-]0?6\b|\b0?6/13\b", r"\b21(?:st)?(?: of)? june|june 21", r"\b30(?:th)?(?: of)? may|may 30", r"\b16(?:th)?(?: of)? june|june 16")
need(word_count(OUTPUT) <= 130, "a long answer")
