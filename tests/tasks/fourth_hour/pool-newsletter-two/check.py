import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()

text = re.sub(r"\b(?:Mr|Mrs|Ms|St|e\.g|i\.e|p\.m|a\.m)\.", lambda m: m[0].replace(".", ""), OUTPUT.strip())
body = re.sub(r"^[^.!?\n]*:\s*\n", "", text)
sentences = [part for part in re.split(r"[.!?]+[\"'”)*]*(?:\s+|$)|\n\s*\n|\n(?=\s*[-*\d])", body) if re.search(r"[a-z]", part, re.I)]
need(len(sentences) == 2, f"{len(sentences)} sentences")
need(15 <= word_count(text) <= 110, f"{word_count(text)} words")
must_say(text, r"\bpool\b", r"clos|renovat|repair|refurbish|shut|new tiles|heat pump|moderni")
topics = (r"ridgeway|indoor", r"\bfee\b|20 euro|€\s?20|20\s?€", r"tiles|heat", r"september|april", r"caf[eé]|waffle", r"course")
need(sum(bool(says(text, topic)) for topic in topics) >= 2, "hardly any of the news")
only_numbers(re.sub(r"(?m)^\s*\d+[.)]\s", "", text), 1, 4, 6, 9, 20, 30, 31, 18, 21)
must_not_say(text, r"ridgeway[^.]*\bclos(?:es|ed|ing)\b", r"(?:raise|increase)[sd]? [^.]*\bfee", r"fee[^.]{0,40}\b(?:raised|increased|higher)", r"outdoor pool at ridgeway")
