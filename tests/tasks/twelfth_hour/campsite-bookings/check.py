import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

WANTED = {"lindenwiese": ("2026-07-03", 3, 96), "sonnblick": ("2026-07-06", 2, 71.5), "pian verde": ("2026-07-08", 4, 132), "roche": ("2026-07-12", 5, 139.5), "rheinblick": ("2026-07-17", 1, 29.8)}

accepted()
unchanged()
nothing_new("campsites.csv")
rows = records("campsites.csv", "site", "arrival", "nights", "total")
need(len(rows) == 5, f"{len(rows)} rows")
for key, (arrival, nights, total) in WANTED.items():
    found = [row for row in rows if key in re.sub(r"[\s_-]+", " ", row["site"].lower())]
    need(len(found) == 1, f"{len(found)} rows for {key}")
    need(found[0]["arrival"] == arrival, f"{key} arrival {found[0]['arrival']}")
    need(is_number(found[0]["nights"], nights), f"{key} nights {found[0]['nights']}")
    need(is_number(found[0]["total"], total), f"{key} total {found[0]['total']}")
