import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'prenotazioni.csv': '474d2c4339e305dc421e',
    'pulizie.txt': '7bd140d3727957e02555',
}
accepted()
unchanged()
nothing_new("agosto.csv")
rows = table("agosto.csv")
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "files", "prenotazioni.csv"), encoding="utf-8") as handle:
    source = [[c.strip() for c in r] for r in csv.reader(handle, delimiter=";")]
want = sorted((r for r in source[1:] if r[2][3:] == "08/2025"), key=lambda r: r[2])
assert [plain(c) for c in rows[0]] == [plain(c) for c in source[0]], f"the columns are {rows[0]}"
assert [r[0] for r in rows[1:]] == [r[0] for r in want], f"the bookings are {[r[0] for r in rows[1:]]}"
for got, r in zip(rows[1:], want):
    assert len(got) == 7, f"{got}"
    for i in (1, 4, 6):
        assert plain(got[i]) == plain(r[i]), f"{got}"
    for i in (2, 3):
        d, m, y = map(int, r[i].split("/"))
        assert (y, m, d) in dates(got[i]), f"{got}"
    assert is_number(got[5], float(r[5].replace(".", "").replace(",", ".")), eu=True), f"{got}"
text = answer(900)
assert has_number(text, 3926.05, eu=True), "the sum is not said"
