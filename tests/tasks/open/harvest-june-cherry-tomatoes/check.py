import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'harvest.csv': '258b9e08b42ffcf70b6d'}
WANT = 21.8
WRONG = [62.5, 34.4, 88.2, 48.8]

text = answer()
unchanged()
assert has_number(text, WANT), f"{WANT} is not in the answer"
for value in WRONG:
    assert not has_number(text, value), f"{value} is another sum"
assert len(number_tokens(text)) <= 25, "too many numbers to be an answer"
