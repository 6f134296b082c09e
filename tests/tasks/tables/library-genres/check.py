import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'libros.json': 'b36307479866ce7f6fbe',
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
nothing_new("generos.csv")
NAMES = ['género', 'libros', 'préstamos']
WANT = [('cocina', 5, 0),
 ('cómic', 7, 13),
 ('historia', 12, 24),
 ('infantil', 16, 25),
 ('novela', 26, 37),
 ('poesía', 8, 6)]
same(columns("generos.csv", NAMES), NAMES, WANT, eu=True)
