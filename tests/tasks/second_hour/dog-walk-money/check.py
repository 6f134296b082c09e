import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'walks.csv': '92e62336077dfb0a7a75',
}

unchanged()
nothing_new()
text = answer(1000)
assert has_number(text, 67.5), "Bruno's walks in April made 67.50"
