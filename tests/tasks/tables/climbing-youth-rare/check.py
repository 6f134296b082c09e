import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'members.csv': '92884b7d494eaf26cfe9',
    'visits.csv': '95395cbf7c2a585eb06b',
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
nothing_new("rare.csv")
NAMES = ['number', 'name', 'visits']
WANT = [(2006, 'Olive Lowe', 0),
 (2057, 'Peter Underwood', 0),
 (2243, 'Grace Dawson', 0),
 (2033, 'Dora Carver', 1),
 (2117, 'Oscar Osborne', 1),
 (2159, 'Noah Hobbs', 1),
 (2009, 'Dan Turner', 2),
 (2024, 'Emma Abbott', 2),
 (2066, 'Oscar Nolan', 2),
 (2168, 'Ben Collins', 2),
 (2249, 'Carla Norris', 2),
 (2318, 'Frank Underwood', 2),
 (2321, 'Emma Reed', 2)]
rows = columns("rare.csv", NAMES)
same(rows, NAMES, WANT)
visits = [number(row["visits"]) for row in rows]
assert visits == sorted(visits), "not in order of the visits"
