import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("orders.csv")
right = [('Petra Lindqvist', 'carrot cake', 1, '2026-03-06'), ('Devon Achebe', 'cheese scones', 40, '2026-03-09'), ('Maria Fontes', 'lemon tarts', 2, '2026-03-14'), ('Henk de Boer', 'cinnamon rolls', 60, '2026-03-15'), ('Jonas Petterson', 'rye loaves', 3, '2026-03-03'), ('Yuki Tanabe', 'apricot strudel', 5, '2026-03-11')]
rows = records("orders.csv", "name", "product", "pieces", "pickup")
need(len(rows) == len(right), f"{len(rows)} rows")
for name, product, pieces, pickup in right:
    mine = [row for row in rows if name.lower() in row["name"].lower()]
    need(len(mine) == 1, f"no single row for {name}")
    row = mine[0]
    need(len(row["name"]) <= len(name) + 22, "more than the name")
    for word in product.split():
        must_say(row["product"], word.rstrip("s")[:5].replace("loave", "loa"))
    for _, other, _, _ in right:
        if other != product:
            must_not_say(row["product"], other.split()[0])
    need(is_number(row["pieces"], pieces), f"pieces of {name}")
    need(row["pickup"] == pickup, f"pickup of {name}")
