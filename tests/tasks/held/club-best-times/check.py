import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "finishers.csv": "104371538fb45ee12387fdbfaa7f26c3ee85d464c5c3862a34b2bc635479efd8"
}

WANT = [['harriers dunmere', 3, 3492], ['quarry road runners', 3, 3587], ['mossbank ac', 3, 3602], ['loose laces', 3, 3690]]

accepted()
intact()
header, rows = table("clubs.csv")
need(sorted(header) == ["best_time", "club", "runners"], "columns are %r" % header)

def secs(t):
    need(re.fullmatch(r"\d+(:\d\d){1,2}", t), "not a time: %r" % t)
    n = 0
    for p in t.split(":"):
        n = n * 60 + int(p)
    return n

got = []
for r in rows:
    need(one_num(r["runners"], float(r["runners"]) if re.fullmatch(r"\d+(\.0)?", r["runners"]) else -1), "runners is %r" % r["runners"])
    got.append([low(r["club"]), int(float(r["runners"])), secs(r["best_time"])])
need(got == WANT, "rows are %r" % got)
