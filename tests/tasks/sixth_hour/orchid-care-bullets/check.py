import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
lines = [line.strip() for line in OUTPUT.split("\n") if line.strip()]
bullets = [re.sub(r"^(?:[-*•–+]|\d+[.)])\s+", "", line) for line in lines if re.match(r"(?:[-*•–+]|\d+[.)])\s+", line)]
need(len(bullets) == 4, f"{len(bullets)} bullet points")
need(len(lines) <= 6, "more than the bullet points")
for bullet in bullets:
    need(word_count(bullet) <= 15, f"{word_count(bullet)} words: {bullet}")
text = "\n".join(bullets)
must_say(text, r"\b(?:week|weekly)\b|\b(?:7|seven) days\b", r"\b(?:water|dip)", r"\bsun|\bbright|\beast\b", r"\bfertili[sz]|\bfeed", r"\bhalf\b|second watering|other watering|march", r"\brepot|fresh bark", r"(?:two|2|second|other|2nd) years?\b|\bbiennial|\b24 months\b")
only_numbers(text, 10, 2, 1, 3, 4, 0.5, 7, 24)
for bullet in bullets:
    if says(bullet, r"\bsun"):
        must_say(bullet, r"\bno\b|\bnot\b|n['’]t\b|\bavoid|\bindirect|\bwithout\b|\bcurtain|\bout of\b|\bburn|\baway\b|\bnever\b|\bprotect|\bshad|\bfiltered\b")
