import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'repairs.csv': 'dc81cc0909ae7b59d5b1'}
text = answer()
unchanged()
nothing_new()
assert has_number(text, 392.2, eu=True), "392.2 is not in the answer"
for value in [486.2, 570.2, 775.1]:
    assert not has_number(text, value, eu=True), f"{value} is another sum"
assert len(number_tokens(text)) <= 25, "too many numbers to be an answer"
