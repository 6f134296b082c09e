import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
must_say(OUTPUT, r"fractions", r"homework[- ]may")
OTHERS = r"decimals|angles|times[- ]tables|clock|class-list"
SAME = r"\bsame\b|identical|duplicat|\bequal|\bcop(?:y|ies)\b|\bmatch"
NOT = r"\bdiffer|\bunique|\bnot\b|n['’]t|\bno\b"
parts = re.split(r"\n+|(?<=[.;!])\s+|,? (?:but|while|whereas) |,? (?:and )?(?=(?:all )?the (?:other|rest))", OUTPUT)
plain = any(says(part, r"fractions", r"homework", SAME) and not says(part, OTHERS) for part in parts)
for part in parts:
    if says(part, OTHERS) and not says(part, NOT):
        need(plain and not says(part, SAME) and not says(part, r"fractions|homework"), f"names another file: {part}")
    if says(part, r"fractions|homework"):
        need(not says(part, r"not (?:the same|identical|equal)|n['’]t (?:the same|identical|equal)|\bdiffer(?!ent (?:file ?)?names?| only| in name)"), f"denies it: {part}")
must_not_say(OUTPUT, r"\bno (?:two |duplicate|identical)(?!.*\bother)", r"\bno files (?:have|are|with|share)")
