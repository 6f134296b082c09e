import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'biscuit.txt': 'b40076c0051973d5f0f9',
    'clover.txt': '035d073b4b183667dc86',
    'moose.txt': 'b30b63fd72dcaf58399c',
    'pepper.txt': '3c6b8c585804e4b53d8c',
    'rio.txt': 'ff5d83fe48512e96c4b4',
}

accepted()
unchanged()
nothing_new("pets.csv")
rows = table("pets.csv")
assert [plain(c) for c in rows[0]] == ["name", "species", "age", "owner"], "the header is not name,species,age,owner"
same_rows(rows, [('Biscuit', 'dog', 4, 'Rachel Adler'), ('Pepper', 'cat', 11, 'Sam Whitlock'), ('Clover', 'rabbit', 2, 'Yuki Mori'), ('Rio', 'parrot', 17, 'Carla Jimenez'), ('Moose', 'dog', 7, 'Dean Porter')])
