import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'claim-april-done.txt': 'd3ceae4fc54a69b728a3',
    'claim.txt': '592cdfd5d1a05f46b162',
    'trips.csv': '38293698aecc10dcf819',
}
accepted()
unchanged("claim.txt")
nothing_new()
text = read("claim.txt")
lines = text.strip().splitlines()
old = 'TRAVEL CLAIM                                   staff no. 0417\n\nName:              M. Sauer\nMonth:             May 2025\nKilometres:        ______ km\nRate:              0.35 EUR per km\nAmount:            ______ EUR\n\nPlace, date:\nSignature:\n'.strip().splitlines()
assert len(lines) == len(old), "lines were added or lost"
for a, b in zip(old, lines):
    if a.startswith("Kilometres"):
        assert b.startswith("Kilometres:") and is_number(b.split(":", 1)[1].replace("_", " ").strip(), 368.0, eu=True), f"kilometres: {b}"
    elif a.startswith("Amount"):
        assert b.startswith("Amount:") and is_number(b.split(":", 1)[1].replace("_", " ").strip(), 128.80, eu=True), f"amount: {b}"
    else:
        assert a.split() == b.split(), f"changed: {b}"
