import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'horario.txt': 'd98d71716abad14299c6',
    'inventario.csv': 'cd6004e25c60735752cc',
}

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
