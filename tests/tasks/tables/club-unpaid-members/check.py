import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'club.db': '8b000395a8eac6813e89',
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
nothing_new("relances.csv")
NAMES = ['nom', 'prénom', 'email']
WANT = [('Boyer', 'Bastien', 'bastien.boyer@exemple.fr'),
 ('Brunet', 'Julien', 'julien.brunet@exemple.fr'),
 ('Caron', 'Julien', 'julien.caron@exemple.fr'),
 ('Carpentier', 'Manon', 'manon.carpentier@exemple.fr'),
 ('Delmas', 'Lucas', 'lucas.delmas@exemple.fr'),
 ('Faure', 'Chloé', 'chloe.faure@exemple.fr'),
 ('Fontaine', 'Rémi', 'remi.fontaine@exemple.fr'),
 ('Garnier', 'Margaux', 'margaux.garnier@exemple.fr'),
 ('Lambert', 'Camille', 'camille.lambert@exemple.fr'),
 ('Lefèvre', 'Louis', 'louis.lefevre@exemple.fr'),
 ('Leroux', 'Louis', 'louis.leroux@exemple.fr'),
 ('Mercier', 'Élise', 'elise.mercier@exemple.fr'),
 ('Meunier', 'Léa', 'lea.meunier@exemple.fr'),
 ('Perrin', 'Margaux', 'margaux.perrin@exemple.fr'),
 ('Poirier', 'Théo', 'theo.poirier@exemple.fr'),
 ('Tessier', 'Manon', 'manon.tessier@exemple.fr'),
 ('Vasseur', 'Élise', 'elise.vasseur@exemple.fr'),
 ('Weber', 'Hugo', 'hugo.weber@exemple.fr')]
rows = columns("relances.csv", NAMES)
same(rows, NAMES, WANT)
order = [row["nom"] for row in rows]
assert order in (sorted(order), sorted(order, key=plain)), "not in order of the names"
