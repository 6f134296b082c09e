import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

BEST = r"Rosa Pinto|Rosa|Pinto"
OTHERS = r"\b(Agnes|Brill|Colin|Yeo|Dorte|Falk|Emeka|Obi|Hilde|Storm|Ian|Mackay|Jun|Sato|Tess|Howe)\b"

accepted()
unchanged()
nothing_new()
must_say(OUTPUT, BEST)
need(has_number(re.sub(r"\b2024\b|sightings\.csv", "", OUTPUT), 13), "does not say 13")
MOST = r"\b(most|winner|highest|largest|top)\b"
clauses = [clause for clause in re.split(r"[.!?;,\n]|\bbut\b|\bwhile\b", OUTPUT) if re.search(MOST, clause, re.I)]
for clause in clauses:
    if re.search(OTHERS, clause) and not re.search(BEST, clause):
        must_say(clause, r"entr|record|second|next|all years|overall|times|sighting")
if not any(re.search(BEST, clause) and not re.search(OTHERS, clause) for clause in clauses):
    first_is(OUTPUT, BEST, OTHERS)
