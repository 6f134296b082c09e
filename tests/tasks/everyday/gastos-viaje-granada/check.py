import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'gastos.csv': '44712cfa9f6d6f284fb1',
}
text = answer(900)
unchanged()
nothing_new()
assert has_number(text, 1645, eu=True), "transport in December"
assert re.search(r"alquiler|coche", plain(text)) and has_number(text, 1256.75, eu=True), "the highest expense"
assert not has_number(text, 1991.2, eu=True) or has_number(text, 346.2, eu=True), "January does not count"
assert len(words(text)) < 10 or language(text, tie="es") == "es", "not Spanish"
assert not re.search(r"(?:mas alto|mas caro)\W+(?:\w+\W+){0,3}apartamento", plain(text)), "another expense"
