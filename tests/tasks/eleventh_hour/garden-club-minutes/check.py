import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("summary.txt")
text = read("summary.txt")
need(35 <= word_count(text) <= 124, f"{word_count(text)} words")
no_placeholder(text)
flat = re.sub(r"\s+", " ", text)
must_say(flat, r"£ ?22|22 ?(£|pounds)", r"shredder", r"(subs?cription|subs|membership|fee)", r"plants? sale|sale of plants|selling plants", r"(?<!\d)9(th)?( of)? May|May (the )?9(th)?(?!\d)", r"Joan", r"cakes?\b", r"Derek", r"Priya", r"poster",
         r"(?<!\d)16(th)?( of)? Apr|Apr(il|\.)? (the )?16(th)?(?!\d)")
def near(name, *jobs):
    """In a stretch around the name one of its jobs is told."""
    for at in re.finditer(name, flat):
        stretch = flat[max(0, at.start() - 110):at.end() + 110]
        if any(re.search(job, stretch, re.I) for job in jobs):
            return
    fail(f"the job of {name} is missing")
near("Joan", r"cakes?\b")
near("Derek", r"shredder")
near("Priya", r"poster")
JOBS = {"Joan": r"cakes?\b", "Derek": r"shredder", "Priya": r"poster"}
for clause in re.split(r"[.;](?=\s)|\s[-*•–]\s", flat):
    who = [name for name in JOBS if name in clause]
    done = [name for name in JOBS if re.search(JOBS[name], clause, re.I)]
    need(len(who) != 1 or not done or who[0] in done, f"not the job of {who}")
must_not_say(flat, r"Joan( Petrie)? (will |is going to |is )?(buys?|collects?|fetch|makes? (the|a) poster|designs?)", r"Priya( Nair)? (will |is going to |is )?(buy|collect|fetch|organis|run)", r"Derek( Moss)? (will |is going to |is )?(design|make|run|bak|organis)")
for at in re.finditer(r"\bpond\b", flat, re.I):
    need(re.search(r"\bnot?\b|postpon|put off|autumn|later|deferr|delay|until|October|dropp|reject|against|n't", flat[max(0, at.start() - 100):at.end() + 100], re.I), "the pond was put off")
allowed = {value for values in numbers(original("minutes.txt")) for value in values} | {2026, 0, 7, 30, 19, 13}
only_numbers(flat, *allowed)
