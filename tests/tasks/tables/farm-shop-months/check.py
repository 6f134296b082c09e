import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'verkauf.csv': 'e765db15e0cefa8a4fc8',
}


def norm(name):
    return " ".join(plain(name).replace("_", " ").replace("-", " ").split())

def columns(path, names):
    """The lines of a csv as dicts, with exactly these columns in whatever order."""
    rows = table(path)
    head = [norm(c) for c in rows[0]]
    assert sorted(head) == sorted(norm(n) for n in names), f"the columns are {rows[0]}"
    for row in rows[1:]:
        assert len(row) == len(head), f"odd line {row}"
    return [{n: row[head.index(norm(n))] for n in names} for row in rows[1:]]

def cell_ok(cell, want, eu):
    if isinstance(want, str):
        return plain(cell) == plain(want)
    if isinstance(want, tuple):
        return want in dates(cell)
    return is_number(cell, want, eu=eu)

def same(rows, names, want, eu=False):
    """The same lines in any order."""
    left = list(want)
    for row in rows:
        hit = [w for w in left if all(cell_ok(row[n], v, eu) for n, v in zip(names, w))]
        assert hit, f"wrong or extra line {row}"
        left.remove(hit[0])
    assert not left, f"missing: {left}"

def number(cell):
    return float(re.search(r"\d+(?:[.,]\d+)?", cell).group().replace(",", "."))

accepted()
unchanged()
nothing_new("monate.csv")
NAMES = ['Monat', 'Umsatz', 'Verkäufe']
WANT = [('2025-01', 906.7, 45),
 ('2025-02', 598.55, 39),
 ('2025-03', 931.95, 45),
 ('2025-04', 696.25, 40),
 ('2025-05', 802.4, 48),
 ('2025-06', 900.45, 46),
 ('2025-07', 875.35, 45),
 ('2025-08', 1040.85, 43),
 ('2025-09', 706.15, 39),
 ('2025-10', 890.3, 45),
 ('2025-11', 758.5, 42),
 ('2025-12', 663.65, 38)]
same(columns("monate.csv", NAMES), NAMES, WANT, eu=True)
