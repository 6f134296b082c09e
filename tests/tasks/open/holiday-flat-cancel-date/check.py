import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'terms.txt': '65d76f02a1d9234cc087'}
text = answer(900)
unchanged()
nothing_new()
assert has_date(text, 2025, 7, 24), "24 July 2025 is not in the answer"
