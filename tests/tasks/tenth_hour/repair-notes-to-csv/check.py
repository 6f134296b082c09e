import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("repairs.csv")
WANTED = {"r-118": ("anna lind", "kettle", "yes"), "r-119": ("ewan bright", "toaster", "no"), "r-121": ("carmen ruiz", "sewing machine", "yes"),
          "r-122": ("oliver shah", "lamp", "yes"), "r-125": ("hilde brandt", "radio", "no"), "r-126": ("leo marino", "backpack", "yes")}
rows = records("repairs.csv", "ticket", "visitor", "item", "fixed")
need(len(rows) == 6, f"{len(rows)} rows")
seen = set()
for row in rows:
    ticket = row["ticket"].lower().replace("ticket", "").strip()
    need(ticket in WANTED and ticket not in seen, f"ticket {ticket}")
    seen.add(ticket)
    visitor, item, fixed = WANTED[ticket]
    need(re.sub(r"^mr\.? ", "", row["visitor"].lower()) == visitor, f"{row['visitor']} for {ticket}")
    need(item in row["item"].lower() and len(row["item"]) <= 60, f"{row['item']} for {ticket}")
    need(row["fixed"].lower() == fixed, f"{row['fixed']} for {ticket}")
