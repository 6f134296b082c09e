import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'stock.csv': 'd942e84ad36b934c2ed8',
    'supplier.txt': 'd834e669e50444cc3363',
}
accepted()
unchanged()
nothing_new("order.csv")
rows = table("order.csv")
head = [plain(c) for c in rows[0]]
assert len(head) == 3 and "art" in head[0] and "desc" in head[1] and "piece" in head[2], f"the columns are {head}"
same_rows(rows, [("10-122", "elbow 22 mm", 30), ("10-128", "elbow 28 mm", 5), ("10-222", "T-piece 22 mm, brass", 20), ("11-040", "pipe clip", 200),
    ("12-001", "PTFE tape", 24), ("13-101", "isolating valve 22 mm", 4), ("14-010", "flexi hose 300 mm", 4), ("15-500", "siphon", 6)])
