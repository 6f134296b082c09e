import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new()
right = r"2024-02-11|11(?:th)?(?: of)? Feb(?:ruary)?\b|Feb(?:ruary)? 11\b|\b11[./]0?2[./](?:20)?24|\b0?2/11/(?:20)?24"
others = r"2024-01-28|2023-12-31|2023-11-05|2024-02-04|readme"
must_say(OUTPUT, right)
if says(OUTPUT, others):
    # others may be named too, where it is plain which one is the newest
    plain = any(re.search(r"newest|latest|most recent", line, re.I) and says(line, right) and not says(line, others) for line in re.split(r"\n+|(?<=[.;!])\s+|, (?=followed|then|and|before|the)", OUTPUT))
    plain = plain or re.search(rf"(?:{right})(?:\.sql)?[^,;\n]{{0,4}}(?:\bthe )?(?:newest|latest|most recent)\)?(?! (?:is|one is)\b)", OUTPUT, re.I)
    if not plain:
        need(not re.search(r"oldest", OUTPUT, re.I), "does not say which one")
        first_is(OUTPUT, right, others)
