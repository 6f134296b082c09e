import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
nothing_new("*.txt", "*.md")
new = sorted(listing("."))
need(len(new) <= 1, "several files")
text = read(new[0]) if new else OUTPUT
need(20 <= word_count(text) <= 180, f"{word_count(text)} words")
no_placeholder(text)
must_say(text, r"\b40(?:th)?\b|fort(?:y|ieth)", r"birthday|\bturn(?:s|ing)?\b", r"saturday", r"\b14(?:th)?\b|fourteenth", r"\bjune\b", r"\b3(?:[:.]00)?\s?(?:p\.?m|o'?clock|in the afternoon)|\b15[:.]00\b|\bthree\b", r"garden", r"ash road(?: no\.?)? 12|12,? ash road", r"\bcakes?\b", r"\bselma\b")
clear = text.replace("’", "'")
must_say(clear, r"(?:\bno\b|\bnot\b|n't\b|\bwithout\b|instead of|rather than|\bskip\b|\bonly\b|\bneed\b|refrain|leave|enough|presence)[^.!?\n]{0,80}\b(?:presents?|gifts?)\b|\b(?:presents?|gifts?)\b[^.!?\n]{0,60}(?:\bnot\b|n't\b|\bno\b|unnecessary|at home)")
only_numbers(re.sub(r"[:.]00\b", "", text), 40, 14, 3, 15, 12, 6, 2025, 2026)
must_not_say(text, r"\b(?:dear|hi|hello) selma\b", r"\b(?:friday|sunday|monday|july|may 14)\b", r"\b3(?:[:.]00)?\s*a\.?m", r"no cakes?\b")
