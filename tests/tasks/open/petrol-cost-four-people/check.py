import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}
text = answer(1500)
nothing_new()
assert has_number(text, 12.54, near=0.011, eu=True) or has_number(text, 12.5, near=0.001, eu=True), "12.54 is not in the answer"
