import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'mails/1.txt': '46b4ceef6572e41bb268',
    'mails/2.txt': '3865e6069dab24017b16',
    'mails/3.txt': '5ba7300969e1a632f815',
    'mails/4.txt': '0d99a113fccb3148ae4d',
    'mails/5.txt': '2aadbc8bf82da2501e22',
}
accepted()
unchanged()
nothing_new("orders.csv")
rows = table("orders.csv")
WANT = [("hartl", "walnut", 2, 10), ("kowal", "cherry", 1, 9), ("voss", "poppy", 30, 14), ("demir", "bagel", 12, 11), ("rask", "baguette", 8, 12)]
if len(rows) == 6:
    assert not any(is_number(c, n) for c in rows[0] for n in (1, 2, 8, 12, 30)), "the first line is not a header"
    rows = rows[1:]
assert len(rows) == 5, f"{len(rows)} lines instead of 5"
for who, item, many, day in WANT:
    mine = [r for r in rows if any(who in plain(c) for c in r)]
    assert len(mine) == 1, f"not one line for {who}"
    r = mine[0]
    assert len(r) <= 5, f"too many columns: {r}"
    assert any(item in plain(c) for c in r), f"the item of {who}"
    assert any(is_number(c, many) for c in r), f"the quantity of {who}"
    assert any((2025, 5, day) in dates(c) for c in r), f"the date of {who}"
