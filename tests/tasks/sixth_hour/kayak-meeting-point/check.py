import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
must_say(OUTPUT, r"\bsunday\b|\b14(?:th|\.)?\b", r"\b0?8[:.]30\b|half past (?:8|eight)", r"\bmill\b")
for sentence in re.split(r"[;\n]|\.(?!\d)", OUTPUT):
    if says(sentence, r"\bsaturday\b|\b13(?:th|\.)?\b|\b0?9[:.]00\b|\b9 ?am\b|\bharbou?r\b|\bkiosk\b"):
        need(says(sentence, r"\bnot\b|n['’]t\b|\binstead\b|\bfrom\b|\boriginal|\bfirst\b|\bwas\b|\bclosed\b|\bno longer\b|\bpropos|\bchanged\b|\bearlier\b|\bpreviously\b"), "an old date or place")
