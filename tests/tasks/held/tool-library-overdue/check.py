import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "lending.db": "13e6596617c4bf52282cd8398c7af40d20424269ac9f36432fe7da3ee2306f1d"
}

text = answer()
intact()
t = low(text)
LAST = ["norwick", "verhale", "ellingham", "okoro-lund", "carrick", "malik-ash"]
THINGS = ["hedge trimmer", "sewing machine", "party tent", "tile cutter", "projector", "cider press", "carpet cleaner", "canoe", "extension ladder", "telescope"]
PAIRS = {"tile cutter": "ellingham", "sewing machine": "carrick", "canoe": "verhale"}
for n in LAST:
    need((n in t) == (n in PAIRS.values()), "%s %s" % (n, "is missing" if n in PAIRS.values() else "does not belong there"))
for g in THINGS:
    need((g in t) == (g in PAIRS), "%s %s" % (g, "is missing" if g in PAIRS else "does not belong there"))
flow = re.findall("|".join(map(re.escape, list(PAIRS) + list(PAIRS.values()))), t)
pairs = [(a, b) for a, b in zip(flow, flow[1:])]
if len(flow) == 6 and re.search(r"respectively|in (this|that) order", t):
    people, goods = ([x for x in flow if (x in PAIRS) == g] for g in (False, True))
    flow = [x for pair in zip(people, goods) for x in pair]
    pairs = list(zip(flow[::2], flow[1::2]))
for g, n in PAIRS.items():
    need((g, n) in pairs or (n, g) in pairs, "%s is not next to %s" % (g, n))
seq = [x for x in flow]
if len(seq) == 6:
    first, second = set(seq[0::2]), set(seq[1::2])
    for i in (0, 2, 4):
        a, b = seq[i], seq[i + 1]
        need(PAIRS.get(a) == b or PAIRS.get(b) == a, "%s with %s" % (a, b))
