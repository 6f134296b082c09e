import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'lease.txt': '4e9ea98d0b31c0f01378'}

text = answer(700)
unchanged()
assert has_number(text, 1920), "the deposit is 3 x 640 = 1,920"
assert not has_number(text, 2250), "the deposit is three times the basic rent, without the advance"
assert re.search(r"(?i)\b(8|eight)[\s-]+weeks?\b|\b56 days", text), "eight weeks after the keys"
assert not re.search(r"(?i)\b(six|6|three|3)[\s-]+months?\b(?![^.]{0,12}rent)", text), "another period of the contract"
assert len(words(text)) <= 110, "too long for the question"
