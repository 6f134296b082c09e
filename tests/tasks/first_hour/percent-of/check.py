import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

nothing_new()
text = answer(600)
assert has_number(text, 441), "18% of 2450 is 441"
