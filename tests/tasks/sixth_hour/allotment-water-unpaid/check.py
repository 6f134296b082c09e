import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
must_say(OUTPUT, r"\b(?:omar|haddad)\b", r"\b(?:jan|kowalski)\b", r"\b(?:teodor|ilic)\b")
for sentence in re.split(r"[;\n]|\.(?!\d)", OUTPUT):
    if says(sentence, r"\b(?:gisela|brandt|lucy|penrose|fiona|mackay|ruth|abel)\b"):
        need(says(sentence, r"\b(?:paid|settled|yes)\b") and not says(sentence, r"\bnot\b|n['’]t\b|\bunpaid\b|\bowes?\b"), "somebody who has paid")
need(has_number(OUTPUT, 64.25), "not 64.25")
