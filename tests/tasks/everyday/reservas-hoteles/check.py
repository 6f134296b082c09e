import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'correos/1.txt': '6fd9e8215c2e54450cd2',
    'correos/2.txt': '872a3d1329b5935d599b',
    'correos/3.txt': '9bc3a4574c974e722b12',
    'correos/4.txt': '9a121ac501dfa35d614d',
    'correos/5.txt': '078fd6407c71191dc23e',
}
accepted()
unchanged()
nothing_new("reservas.csv")
rows = table("reservas.csv")
WANT = [("miramar", "san sebastian", "2025-07-04", 3, 1234.5), ("parra", "burgos", "2025-07-07", 1, 86), ("ezcurra", "pamplona", "2025-07-08", 2, 152.4),
        ("puerta del sol", "madrid", "2025-07-10", 4, 1080), ("parador", "chinchon", "2025-07-14", 2, 432)]
if len(rows) == 6:
    assert not any(re.search(r"\d{4}-\d\d-\d\d", c) for c in rows[0]), "the first line is not a header"
    rows = rows[1:]
assert len(rows) == 5, f"{len(rows)} lines instead of 5"
for hotel, city, day, nights, total in WANT:
    mine = [r for r in rows if any(hotel in plain(c) for c in r)]
    assert len(mine) == 1, f"not one line for {hotel}"
    r = list(mine[0])
    assert len(r) == 5, f"not five columns: {r}"
    assert any(city in plain(c) for c in r), f"the city of {hotel}"
    assert day in r, f"the date of {hotel}"
    money = [c for c in r if is_number(c, total, eu=True)]
    assert money, f"the total of {hotel}"
    r.remove(money[0])
    assert any(is_number(re.sub(r"(?i) ?noches?", "", c), nights) for c in r), f"the nights of {hotel}"
