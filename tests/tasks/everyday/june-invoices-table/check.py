import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'invoices/a.txt': '3c4d3ae99903863a4ea8',
    'invoices/b.txt': 'b5c89ae79fd4c879bf32',
    'invoices/c.txt': '6b45b43fccb5329beda2',
    'invoices/d.txt': '47c902f11b67235a1232',
    'invoices/e.txt': '73e62296a70179c1ad83',
}
accepted()
unchanged()
nothing_new("june.csv")
rows = table("june.csv")
assert len(rows) == 6, f"{len(rows)} lines instead of 6"
WANT = [("kessler", "KO-20417", 3, 347.24), ("brightdesk", "2025/118", 6, 134.70), ("pixelhost", "PH99812", 10, 114.10), ("ruiz", "64", 12, 1475.60), ("cleancrew", "CC-0625-7", 27, 714.00)]
assert not any(k in plain(" ".join(rows[0])) for k, *_ in WANT), "no header"
for who, number, day, gross in WANT:
    mine = [r for r in rows[1:] if any(who in plain(c) for c in r)]
    assert len(mine) == 1, f"not one line for {who}"
    r = mine[0]
    assert len(r) == 4, f"columns: {r}"
    assert any(re.sub(r"(?i)^(no|nr)\.? ?", "", c).upper() == number for c in r), f"number of {who}"
    assert f"2025-06-{day:02d}" in r, f"date of {who}"
    assert any(is_number(c, gross) for c in r), f"total of {who}"
