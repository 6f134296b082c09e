import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

WANT = {"rosa|lindgren": ("sat", 2), "owen|tandy": ("sun", 0), "bettina|krol": ("sun", 3), "hassan|demir": ("sat", 1), "greg|palfrey": ("sun", 2)}

accepted()
unchanged()
nothing_new("helpers.csv", "mails/helpers.csv")
rows = records("helpers.csv" if os.path.isfile("helpers.csv") else "mails/helpers.csv", "name", "day", "cakes")
need(len(rows) == len(WANT), f"{len(rows)} helpers")
for key, (day, cakes) in WANT.items():
    found = [row for row in rows if re.search(key, row["name"], re.I)]
    need(len(found) == 1, f"the helper {key}")
    need(re.fullmatch(rf"{day}(?:urday|day|\.)?", found[0]["day"].strip(), re.I), f"the day of {key}")
    cell = found[0]["cakes"]
    need(is_number(cell, cakes) or (not numbers(cell) and has_number(cell, cakes)), f"the cakes of {key}")
