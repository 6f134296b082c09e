import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'rechnungen.csv': '947cce8bfe9fa7e155f0',
}
text = answer(900)
unchanged()
nothing_new()
assert has_number(text, 4203.50, eu=True), "die Summe"
rest = re.sub(r"R-\d+|4[.' ]?203,5\d?", " ", text)
assert has_number(rest, 4) or says(text, "vier"), "die Anzahl"
assert not has_number(text, 3885.10, eu=True), "die vom 24.12. fehlt"
