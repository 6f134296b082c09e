import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'orders.json': 'ebc5f80841bb534ce2f1',
}
unchanged()
nothing_new()
text = answer()
assert has_number(text, 216), "the number of jars is wrong"
assert has_number(text, 1595.80), "the money is wrong"
