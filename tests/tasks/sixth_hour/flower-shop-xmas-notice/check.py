import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("notice.txt")
text = read("notice.txt")
need(10 <= word_count(text) <= 50, f"{word_count(text)} words")
must_say(text, r"blooms\s*(?:&|and)\s*co", r"\bclos", r"\b24\b|\b24th\b", r"\b26\b|\b26th\b", r"\bdec", r"\b27\b|\b27th\b", r"\b0?9(?::00|\.00)?\b|\bnine\b|\b0?9(?::00|\.00)? ?am\b")
flat = " ".join(re.split(r"\s+", text))
need(re.search(r"\b(?:closed?|closing)\b[^27]*?\b24", flat, re.I) or re.search(r"\b24\D[\s\S]*26\D*\bclosed\b", flat, re.I), "not closed from the 24th")
must_not_say(flat, r"\bclosed(?:(?!open|back|return|see|welcome)[^.!])*\b27(?:th)?\b")
only_numbers(re.sub(r"\b(0?9)[:.]00\b", "9", re.sub(r"(?<=\d)(?:th|am)\b", "", text)), 24, 25, 26, 27, 9, 12)
must_not_say(text, r"\b9(?:[:.]00)? ?p\.?m")
no_placeholder(text)
