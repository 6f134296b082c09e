import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'rides.csv': '791a16f414e362a0f875'}

text = answer(700)
unchanged()
assert has_number(text, 704), "704 rides started there"
assert has_number(text, 26206), "26206 minutes altogether"
assert not has_number(text, 696) and not has_number(text, 1067), "other rides"
