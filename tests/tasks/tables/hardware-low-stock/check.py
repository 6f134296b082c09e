import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'horario.txt': 'd98d71716abad14299c6',
    'inventario.csv': 'cd6004e25c60735752cc',
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
nothing_new("pedir.csv")
NAMES = ['código', 'producto', 'faltan']
WANT = [('F-0003', 'Pincel 8 mm', 3),
 ('F-0008', 'Llave inglesa grande', 2),
 ('F-0010', 'Taco 10 mm', 5),
 ('F-0011', 'Llave inglesa 6 mm', 14),
 ('F-0015', 'Martillo pequeño', 1),
 ('F-0018', 'Cerradura 8 mm', 50),
 ('F-0024', 'Broca 4 mm', 5),
 ('F-0028', 'Tornillo pequeño', 4),
 ('F-0032', 'Taco 8 mm', 48),
 ('F-0033', 'Bombilla pequeño', 7),
 ('F-0047', 'Tuerca 4 mm', 1),
 ('F-0050', 'Tornillo acero', 13),
 ('F-0058', 'Lija 4 mm', 9),
 ('F-0062', 'Bombilla 6 mm', 1),
 ('F-0065', 'Tuerca grande', 2),
 ('F-0067', 'Martillo 4 mm', 9),
 ('F-0073', 'Llave inglesa 8 mm', 6),
 ('F-0074', 'Martillo 6 mm', 8),
 ('F-0082', 'Pincel 4 mm', 12)]
same(columns("pedir.csv", NAMES), NAMES, WANT, eu=True)
