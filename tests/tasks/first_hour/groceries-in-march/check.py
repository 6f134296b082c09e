import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'expenses.csv': '67bc22a952251407592e',
}

unchanged()
nothing_new()
text = answer(1200)
assert has_number(text, 154.20), "the groceries are 154.20"
