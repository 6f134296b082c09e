import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'bills/chimney.txt': 'f4e82609cf901a6cd246',
    'bills/gutter.txt': 'fe20f29dd3e7bfc3bf99',
    'bills/oven.txt': '6184d3cfd2806cfdfc68',
    'bills/plumber.txt': 'a204177d623a723df298',
}
accepted()
unchanged()
nothing_new("bills.csv")
rows = table("bills.csv")
WANT = [("riemer", "KR-2025-118", 85.32, "2025-03-24"), ("wessel", "20417", 224.91, "2025-03-20"), ("hoch hinaus", "H/77-25", 128.5, "2025-03-31"),
        ("balint", "5590-B", 190.1, "2025-04-02")]
if len(rows) == 5:
    assert not any(w[0] in plain(" ".join(rows[0])) for w in WANT), "the first line is not a header"
    rows = rows[1:]
assert len(rows) == 4, f"{len(rows)} lines instead of 4"
for who, number, amount, due in WANT:
    mine = [r for r in rows if any(who in plain(c) for c in r)]
    assert len(mine) == 1, f"not one line for {who}"
    r = mine[0]
    assert len(r) == 4, f"not four columns: {r}"
    assert any(plain(number) == re.sub(r"^(invoice|bill|no\.?|nr\.?|number|#|\s)+", "", plain(c)) for c in r), f"the number of {who}"
    assert any(is_number(c, amount) for c in r), f"the amount of {who}"
    assert due in r, f"the due date of {who}"
