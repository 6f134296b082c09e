import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
empty = [r"tuesday|judo", r"friday|climbing"]
full = r"monday|yoga|wednesday|badminton|thursday|dance|saturday|football|sunday|walking"
must_say(OUTPUT, *empty)
for part in re.split(r"\n+|(?<=[.;!])\s+|,? (?:but|while|whereas) |,? (?:and )?(?=(?:all )?the (?:other|rest))", OUTPUT):
    if says(part, full):
        need(says(part, r"^\W*[1-9]\d*\s|\bnot\b|n['’]t|content|non-empty|\bfull\b|\bother|[1-9]\d* (?:bytes|lines)") and not says(part, *empty), f"calls another file empty: {part}")
    elif says(part, r"tuesday|judo|friday|climbing"):
        need(not says(part, r"not empty|n['’]t empty|non-empty"), "calls an empty file not empty")
