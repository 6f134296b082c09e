import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'ausgaben.csv': 'ef897e79839f5a7dc8bd',
    'notiz.txt': '07213bb70d48dfb2e004',
}
unchanged()
nothing_new()
text = answer(700)
assert has_number(text, 4583.45, eu=True), "the sum is wrong or missing"
for other in (6824.45, 3845.20, 5646.75):
    assert not has_number(text, other, eu=True), "another sum is given"
