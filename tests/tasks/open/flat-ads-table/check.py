import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'ads/canal.txt': '9ccc3abfab9f925935dd',
    'ads/garden.txt': '8d6048176f92d7969cfe',
    'ads/oldtown.txt': '8ac1489c38fe6cadaeda',
    'ads/station.txt': 'c8259588fc3e331a0db5',
}
accepted()
unchanged()
nothing_new("flats.csv")
rows = table("flats.csv")
WANT = [("canal", 3, 72, 840, (2025, 7, 1)), ("oldtown", 1, 31, 465, (2025, 6, 15)), ("garden", 4, 104, 1150, (2025, 8, 1)), ("station", 2, 54, 690, None)]
if not any(w[0] in plain(rows[0][0]) for w in WANT):
    rows = rows[1:]
assert len(rows) == 4, f"{len(rows)} lines instead of 4"
for file, rooms, size, rent, day in WANT:
    mine = [r for r in rows if file in plain(r[0])]
    assert len(mine) == 1, f"not one line for {file}"
    r = mine[0]
    assert len(r) in (4, 5) if day is None else len(r) == 5, f"columns: {r}"
    for got, value in zip(r[1:4], (rooms, size, rent)):
        assert is_number(re.sub(r"(?i)\s*(m²|m2|sqm|rooms?)$", "", got), value), f"{file}: {got} is not {value}"
    last = r[4] if len(r) == 5 else ""
    if day is None:
        assert not re.search(r"\d", last) and len(last) <= 20, f"{file}: {last}"
    else:
        assert day in dates(last), f"{file}: {last}"
