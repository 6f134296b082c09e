import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

WANT = {"kornblum": (4, 5.50), "hammer": (7, 32.72), "green cross": (11, 18.75), "oak road": (15, 66.81), "pages": (22, 48.00)}

accepted()
unchanged()
nothing_new("receipts.csv")
rows = records("receipts.csv", "date", "shop", "total")
need(len(rows) == 5, f"{len(rows)} receipts")
for key, (day, total) in WANT.items():
    found = [row for row in rows if key in row["shop"].lower()]
    need(len(found) == 1, f"the shop {key}")
    date = re.sub(r"\b\d{1,2}:\d\d\b", "", found[0]["date"])
    parts = [2025 if part == "25" else int(part) for part in re.findall(r"\d+", date)]
    month = re.search(r"\bmar(?:ch)?\b", date, re.I)
    need(sorted(parts) == sorted([day, 2025] if month else [day, 3, 2025]), f"the date of {key}")
    need(is_number(found[0]["total"], total), f"the total of {key}")
