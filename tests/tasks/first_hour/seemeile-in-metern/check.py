import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

nothing_new()
text = answer(600)
assert language(text, tie="de") == "de", "the answer is not in German"
assert has_number(text, 1852, near=0.5, eu=True), "a nautical mile has 1852 metres"
