import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'libros.json': 'b36307479866ce7f6fbe',
}

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
