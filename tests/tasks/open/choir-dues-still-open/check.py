import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'dues2024.csv': '88e07e66e9138f51cbe9'}
OPEN = [('Fennimore, Ada', 60.0),
 ('Hale, Oscar', 60.0),
 ('Osei, Martin', 40.0),
 ('Dunmore, Kit', 30.0),
 ('Petrov, Lena', 25.0),
 ('Abara, Chidi', 17.5),
 ('Marsh, Celia', 15.0),
 ('Whitlow, June', 7.6)]

accepted()
unchanged()
rows = table("open_dues.csv")
def tell(cell, name):
    last, first = plain(name).split(", ")
    return plain(cell) in (f"{last}, {first}", f"{first} {last}", f"{last} {first}")
body = rows if any(tell(c, n) for c in rows[0] for n, _ in OPEN) or tell(", ".join(rows[0][:2]), OPEN[0][0]) else rows[1:]
left, sums = dict(OPEN), []
for row in body:
    if not any(tell(c, n) for c in row for n, _ in OPEN) and len(row) > 1:
        row = [", ".join(row[:2])] + row[2:]  # last and first name in two columns
    hits = [n for n in left if any(tell(c, n) for c in row)]
    assert hits, f"wrong or extra line {row}"
    value = left.pop(hits[0])
    cells = [c for c in row if not tell(c, hits[0])]
    assert cells and is_number(cells[-1], value), f"{hits[0]}: {value} is open, the line is {row}"
    sums.append(value)
assert not left, f"missing: {sorted(left)}"
assert sums == sorted(sums, reverse=True), "not the highest amount first"
