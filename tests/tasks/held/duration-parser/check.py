import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {}

accepted()
content("durations.py")
good = {"1h30m": 5400, "45s": 45, "2h": 7200, "1h 5m 10s": 3910, "90m": 5400, "1h1s": 3601, "0m": 0, "12m 3s": 723, "100h": 360000, "10h59m59s": 39599, "3h 20s": 10820}
bad = ["", "10", "5x", "h", "abc", "-5m", "5m 2h", "1h 30", "m5", "1h1h", "2h foo", "1d", " ", "foo 2h", "1.5h"]
got = calls("durations", "parse_duration", [[t] for t in list(good) + bad])
for (t, w), g in zip(good.items(), got):
    need(not isinstance(g, (bool, str)) and g == w, "parse_duration(%r) gives %r" % (t, g))
for t, g in zip(bad, got[len(good):]):
    need(isinstance(g, str) and g.startswith("!") and "ValueError" in g.split("|") + [g[1:].split("|")[0]], "parse_duration(%r) gives %r and no ValueError" % (t, g))
