import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

WANTED = {name: (paid, balance) for name, paid, balance in [('lena', 244.0, 56.4), ('tom', 157.35, -30.25), ('priya', 247.95, 60.35), ('marek', 101.1, -86.5)]}

accepted()
unchanged()
nothing_new("balance.csv")
rows = records("balance.csv", "name", "paid", "balance")
rows = [row for row in rows if row["name"].lower() not in ("total", "sum")]
need(sorted(row["name"].lower() for row in rows) == sorted(WANTED), f"has the names {[row['name'] for row in rows]}")


def value(cell):
    cell = re.sub(r"\s|€|eur(os?)?", "", cell, flags=re.I).replace("−", "-").replace("–", "-")
    need(re.fullmatch(r"[+-]?\d+([.,]\d+)?", cell), f"{cell} is no number")
    return float(cell.replace(",", "."))


for row in rows:
    paid, balance = WANTED[row["name"].lower()]
    need(abs(value(row["paid"]) - paid) < 0.006, f"{row['name']} paid {row['paid']}")
    need(abs(value(row["balance"]) - balance) < 0.006, f"{row['name']} has the balance {row['balance']}")
