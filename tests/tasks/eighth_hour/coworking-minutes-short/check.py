import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("summary.txt")
text = read("summary.txt")
need(15 <= word_count(text) <= 85, f"{word_count(text)} words")
must_say(text, r"desk", r"\b160\b", r"printer", r"back room|quiet room", r"quiet|silen|(?:no|without|ban\w*|free of) (?:phone|telephone|calls)|(?:phone|calls)[^.\n]*(?:not allowed|forbidden|banned|prohibited|not permitted)|phone-free",
         r"\b18(?:th)?(?: of)? jun|\bjun(?:e|\.)? ?(?:the )?18|\b18[./]0?6|\b0?6[./]18|2026-06-18")
must_not_say(text, r"\b160\b[^.\n]{0,20}\bto\b[^.\n]{0,12}\b1[47]5\b", r"from (?:€ ?)?145[^.\n]{0,15} to (?:€ ?)?175\b", r"printer (?:for|costs?|costing|at|of|\()? ?€? ?(?:890|210|160)\b")
only_numbers(text, 145, 160, 175, 210, 389, 890, 1, 2, 3, 4, 5, 6, 7, 12, 18, 30, 5.3, 6.3, 18.3, 18.6, 18.06, 1.7, 1.07, 12.5, 12.05, 20, 80, 2026, 20.05)
must_not_say(text, r"(?:from|starting|as of|on|since) (?:the )?1(?:st)?(?: of)? june|june 1(?:st)?\b")
no_placeholder(text)
