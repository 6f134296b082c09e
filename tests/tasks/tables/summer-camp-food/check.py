import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'camp.xlsx': 'd4488096119e5c595c80',
}
unchanged()
nothing_new()
text = answer()
assert has_number(text, 10), "the number is wrong"
