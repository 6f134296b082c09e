import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'facturas.csv': 'c44a7218f6ee3ab27ac1',
}

unchanged()
nothing_new()
text = answer(1000)
assert language(text, tie="es") == "es", "the answer is not in Spanish"
assert says(text, "Clínica Alba"), "it is Clínica Alba"
assert has_number(text, 4125.40, eu=True), "the invoice is 4.125,40"
for name in ("Panadería Sol", "Hotel Miramar", "Taller Ruiz", "Librería Cervantes", "Autobuses Norte"):
    assert not says(text, name), f"{name} is named too"
