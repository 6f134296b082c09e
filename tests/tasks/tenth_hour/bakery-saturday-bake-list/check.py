import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
unchanged()
nothing_new("totals.csv")
WANT = [('seeded roll', 124), ('butter croissant', 119), ('pretzel', 60), ('cinnamon bun', 34), ('rye loaf', 16), ('spelt loaf', 7)]
found = records("totals.csv", "product", "pieces")
need([row["product"].lower() for row in found] == [name for name, _ in WANT], "products or their order")
for row, (name, pieces) in zip(found, WANT):
    need(is_number(row["pieces"], pieces), f"pieces of {name}")
