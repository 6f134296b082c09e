import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'changes.csv': '21816550fc34362ee40b',
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
nothing_new("current.csv")
NAMES = ['member', 'status', 'plan', 'since']
WANT = [('Alice Barker', 'cancelled', 'plus', (2025, 10, 30)),
 ('Alice Dixon', 'paused', 'student', (2025, 4, 15)),
 ('Alice Norris', 'paused', 'family', (2025, 9, 18)),
 ('Alice Vance', 'active', 'plus', (2025, 9, 10)),
 ('Alice Walsh', 'active', 'plus', (2025, 10, 21)),
 ('Carla Ellis', 'active', 'plus', (2025, 8, 30)),
 ('Carla Foster', 'paused', 'basic', (2025, 7, 28)),
 ('Carla Osborne', 'active', 'plus', (2025, 4, 14)),
 ('Carla Underwood', 'active', 'basic', (2024, 8, 3)),
 ('Carla Yates', 'cancelled', 'student', (2025, 8, 20)),
 ('Colin Parker', 'cancelled', 'plus', (2024, 8, 14)),
 ('Colin Underwood', 'active', 'plus', (2025, 10, 14)),
 ('Colin Walsh', 'active', 'plus', (2025, 1, 30)),
 ('Dan Bishop', 'paused', 'student', (2025, 6, 14)),
 ('Dan Hobbs', 'active', 'student', (2025, 7, 1)),
 ('Dan Yates', 'active', 'student', (2025, 9, 21)),
 ('Dora Abbott', 'cancelled', 'family', (2025, 8, 21)),
 ('Dora Harper', 'active', 'student', (2025, 4, 25)),
 ('Dora Nolan', 'active', 'family', (2023, 3, 30)),
 ('Emma Dawson', 'cancelled', 'plus', (2025, 2, 23)),
 ('Frank Ellis', 'active', 'plus', (2025, 10, 17)),
 ('Frank Fisher', 'active', 'family', (2025, 7, 9)),
 ('Frank Marsh', 'paused', 'plus', (2025, 1, 9)),
 ('Frank Turner', 'paused', 'basic', (2025, 5, 29)),
 ('Grace Quinn', 'active', 'plus', (2025, 1, 24)),
 ('Harry Dixon', 'paused', 'basic', (2025, 6, 3)),
 ('Harry Fisher', 'cancelled', 'basic', (2025, 7, 25)),
 ('Harry Hobbs', 'cancelled', 'plus', (2023, 12, 19)),
 ('Harry Walsh', 'paused', 'basic', (2025, 9, 15)),
 ('Hugo Lowe', 'paused', 'plus', (2024, 8, 2)),
 ('Hugo Nolan', 'paused', 'plus', (2025, 11, 11)),
 ('Hugo Reed', 'active', 'basic', (2025, 6, 27)),
 ('Iris Jensen', 'active', 'plus', (2025, 8, 17)),
 ('Iris Lowe', 'cancelled', 'student', (2025, 11, 13)),
 ('Iris Marsh', 'active', 'family', (2023, 11, 28)),
 ('Iris Norris', 'cancelled', 'family', (2025, 11, 12)),
 ('Iris Reed', 'paused', 'plus', (2025, 9, 24)),
 ('Jack Carver', 'active', 'family', (2024, 3, 27)),
 ('Jack Kelly', 'cancelled', 'family', (2024, 8, 1)),
 ('Kate Dawson', 'paused', 'family', (2025, 10, 3)),
 ('Kate Irving', 'paused', 'family', (2025, 9, 25)),
 ('Kate Parker', 'active', 'basic', (2025, 11, 14)),
 ('Liam Marsh', 'paused', 'plus', (2025, 5, 26)),
 ('Martin Nolan', 'active', 'student', (2025, 8, 20)),
 ('Martin Osborne', 'paused', 'student', (2025, 10, 24)),
 ('Martin Shaw', 'cancelled', 'student', (2025, 9, 8)),
 ('Martin Turner', 'active', 'student', (2025, 6, 27)),
 ('Mona Dawson', 'cancelled', 'student', (2025, 3, 22)),
 ('Mona Irving', 'paused', 'plus', (2025, 4, 16)),
 ('Mona Vance', 'cancelled', 'plus', (2025, 6, 9)),
 ('Nina Collins', 'paused', 'plus', (2025, 7, 24)),
 ('Nina Reed', 'cancelled', 'family', (2025, 2, 27)),
 ('Noah Carver', 'cancelled', 'student', (2024, 1, 31)),
 ('Noah Collins', 'paused', 'plus', (2025, 3, 5)),
 ('Noah Irving', 'active', 'plus', (2023, 11, 8)),
 ('Noah Shaw', 'cancelled', 'family', (2025, 2, 28)),
 ('Oscar Gibbs', 'paused', 'basic', (2024, 12, 14)),
 ('Paula Fisher', 'paused', 'family', (2025, 8, 8)),
 ('Paula Foster', 'active', 'plus', (2025, 7, 18)),
 ('Paula Gibbs', 'cancelled', 'basic', (2025, 10, 11)),
 ('Peter Abbott', 'cancelled', 'plus', (2025, 8, 15)),
 ('Peter Quinn', 'active', 'plus', (2025, 10, 9)),
 ('Peter Vance', 'active', 'family', (2025, 2, 7)),
 ('Ruth Barker', 'paused', 'student', (2024, 12, 17)),
 ('Ruth Bishop', 'active', 'student', (2025, 11, 11)),
 ('Ruth Harper', 'paused', 'plus', (2025, 9, 7)),
 ('Ruth Jensen', 'cancelled', 'plus', (2024, 5, 8)),
 ('Ruth Lowe', 'active', 'family', (2025, 9, 1)),
 ('Ruth Nolan', 'paused', 'plus', (2025, 1, 13)),
 ('Sam Carver', 'active', 'basic', (2025, 11, 12)),
 ('Sam Hobbs', 'cancelled', 'student', (2023, 2, 18)),
 ('Sam Shaw', 'active', 'basic', (2025, 5, 7)),
 ('Tessa Jensen', 'cancelled', 'basic', (2025, 9, 29)),
 ('Tessa Kelly', 'active', 'plus', (2025, 3, 27)),
 ('Tessa Norris', 'active', 'student', (2024, 2, 9)),
 ('Tessa Quinn', 'active', 'family', (2024, 10, 22)),
 ('Victor Abbott', 'cancelled', 'basic', (2025, 6, 15)),
 ('Victor Foster', 'paused', 'plus', (2025, 8, 26)),
 ('Victor Harper', 'cancelled', 'family', (2024, 12, 23)),
 ('Victor Parker', 'cancelled', 'plus', (2025, 6, 14)),
 ('Victor Underwood', 'paused', 'basic', (2025, 5, 6)),
 ('Wendy Bishop', 'paused', 'family', (2024, 5, 22)),
 ('Wendy Collins', 'active', 'student', (2025, 11, 3)),
 ('Zoe Barker', 'paused', 'plus', (2023, 5, 10)),
 ('Zoe Dixon', 'active', 'plus', (2025, 8, 20)),
 ('Zoe Gibbs', 'cancelled', 'family', (2025, 4, 18)),
 ('Zoe Kelly', 'active', 'student', (2025, 6, 13)),
 ('Zoe Turner', 'paused', 'student', (2025, 8, 14))]
same(columns("current.csv", NAMES), NAMES, WANT)
