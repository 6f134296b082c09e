import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
must_say(OUTPUT, r"\bfan\b", r"\bblock|\bstuck|\bobstruct|\bclog|\bjam", r"\b(?:switch|turn|shut|power)\w*\b[^.\n]*\b(?:off|down)\b|\boff\b", r"\bservice\b|0800")
must_not_say(OUTPUT, r"pressure is too low|filling tap|gas tap|outdoor sensor|1\.5 bar")
for sentence in re.split(r"[.;\n]", OUTPUT):
    if says(sentence, r"\breset\b"):
        need(says(sentence, r"\bnot\b|n['’]t\b|\bnever\b|\bavoid\b|\bwithout\b|\bno\b"), "tells to press RESET")
need(word_count(OUTPUT) <= 110, "a long answer")
