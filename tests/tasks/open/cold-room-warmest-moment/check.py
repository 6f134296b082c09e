import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'coldroom.csv': '5dc39ae37b04273f73aa'}
DAY = (2024, 5, 17)
CLOCK = '(?<!\\d)0?9[:.h]10'

text = answer(500)
unchanged()
assert has_number(text, 9.7, in_words=False), "9.7 degrees is the highest of B2"
y, m, d = DAY
assert has_date(text, y, m, d), "wrong day"
assert re.search(CLOCK, text), "wrong time"
assert not has_number(text, 11.3, in_words=False) and not has_number(text, 9.4, in_words=False), "another reading"
