import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("receipts.csv")
rows = records("receipts.csv", "shop", "date", "total")
want = {"2025-02-14": (r"stringworks", 141.5), "2025-03-03": (r"paukenschlag", 53.8), "2025-03-21": (r"granary", 75), "2025-04-05": (r"zebra", 28.8)}
need(len(rows) == 4, f"{len(rows)} rows")
need({row["date"] for row in rows} == set(want), "the dates")
for row in rows:
    shop, total = want[row["date"]]
    must_say(row["shop"], shop)
    need(len(row["shop"]) <= 60, "a long shop")
    need(is_number(row["total"], total), f"the total {row['total']}")
