import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'club.db': '8b000395a8eac6813e89',
}

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
