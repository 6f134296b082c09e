import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'depenses.csv': 'b4e6d8cea41e0988054e',
}

unchanged()
nothing_new()
text = answer(1000)
assert language(text, tie="fr") == "fr", "the answer is not in French"
assert has_number(text, 2904.75, eu=True), "the total of March is 2 904,75"
