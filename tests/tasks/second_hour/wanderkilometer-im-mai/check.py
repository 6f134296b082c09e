import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'Wanderungen.csv': '06cffb86e98b626c8e3d',
}

unchanged()
nothing_new()
text = answer(1000)
assert has_number(text, 55.9, eu=True), "es sind 55,9 km"
assert language(text, "de") == "de", "the answer is not in German"
