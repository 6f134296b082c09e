import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()


def sentences(text):
    text = re.sub(r"\b(?:Mr|Mrs|Ms|St|Oct|Sept?|approx|e\.g|i\.e|p\.m|a\.m)\.(?=\s+[a-z0-9A-Z])", lambda m: m[0].replace(".", ""), text.strip())
    text = re.sub(r"^[^.!?\n]*[:,]\s*\n+", "", text)
    return [part for part in re.split(r"[.!?]+[\"'”)*]*(?:\s+|$)|\n\s*\n|\n(?=\s*[-*\d])", text) if re.search(r"[a-z]", part, re.I)]


found = len(sentences(OUTPUT))
need(1 <= found <= 3, f"{found} sentences")
need(15 <= word_count(OUTPUT) <= 120, f"{word_count(OUTPUT)} words")
must_say(OUTPUT, r"\bwater\b", r"\boff\b|shut|without (?:any )?water|no (?:running )?water|interrupt|\bcut|outage|unavailable|stopped|disconnect", r"\b21(?:st)?\b|tuesday")
topics = (r"pipes?\b", r"\b8\b|eight|\b0?8[:.]00", r"\b3\b|three|15[:.]00", r"bottle|pots|\bfill|stock|store|suppl", r"tank|chapel", r"brown|rust|\brun\b|clear", r"park|pavement", r"washing")
need(sum(bool(says(OUTPUT, topic)) for topic in topics) >= 3, "hardly anything of the letter")
allowed = [value for values in numbers(original("water.txt")) for value in values]
only_numbers(re.sub(r"(?m)^\s*\d+[.)]\s|[:.]00\b", "", OUTPUT), 1, 2, 3, 10, 15, *allowed)
must_not_say(OUTPUT, r"\b(?:monday|wednesday|thursday|saturday|sunday)\b", r"brown water is (?:dangerous|harmful)", r"water[^.]{0,30}\boff[^.]{0,25}\b(?:until friday|for (?:a|the (?:whole )?) ?week|for \w+ days)")
