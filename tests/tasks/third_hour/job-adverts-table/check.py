import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

WANT = {"stein": (20, 14.2), "flora": (30, 13.5), "capitol": (10, 12.9), "rapido": (12, 13), "albers": (25, 15.75)}

accepted()
unchanged()
nothing_new("jobs.csv")
rows = records("jobs.csv", "company", "hours", "wage")
need(len(rows) == 5, f"{len(rows)} rows")
for name, (hours, wage) in WANT.items():
    found = [row for row in rows if name in row["company"].lower()]
    need(len(found) == 1, f"{name}: {len(found)} rows")
    need(is_number(found[0]["hours"], hours), f"the hours of {name}")
    need(is_number(found[0]["wage"], wage), f"the wage of {name}")
