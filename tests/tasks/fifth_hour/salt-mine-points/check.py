import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("points.md")
text = read("points.md")
bullets = re.findall(r"(?m)^\s*(?:[-*•–+]|\d+[.)])\s+\S", text)
need(len(bullets) == 4, f"{len(bullets)} points")
need(20 <= word_count(text) <= 120, f"{word_count(text)} words")
no_placeholder(text)
must_say(text, r"\b0?7[:.]45\b|quarter to eight", r"\bschool\b|\bgate\b", r"\b16[:.]15\b|\b0?4[:.]15\b|quarter past four", r"\bjacket|\bcoat|warm cloth", r"shoes")
must_say(text, r"lunch|food|snack|sandwich|drink")
need(has_number(text, 14), "not 14 euros")
must_not_say(text, r"\b0?4[:.]15 ?a\.?m", r"\b0?7[:.]45 ?p\.?m")
for line in text.split("\n"):
    if not re.search(r"7[:.]45|quarter to eight", line, re.I):
        must_not_say(line, r"\bmeet(?:ing)?\b[^\n]{0,30}\b8(?:[:.]00)?\b(?! euro)")
    if not re.search(r"\b(?:no|not|without|leave|stays?|home|forbidden)\b|n['’]t\b", line, re.I):
        must_not_say(line, r"\bsweets\b", r"\bphones?\b")
only_numbers(re.sub(r"(?m)^\s*\d+[.)]\s|[:.]00\b", "", text), 7, 45, 7.45, 16, 15, 16.15, 4, 4.15, 12, 14, 8, 6, 3, 11, 2025)
