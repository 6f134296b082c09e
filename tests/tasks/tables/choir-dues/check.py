import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'members.tsv': '222cf7cea5c53bcea899',
    'programme-spring.txt': 'bd23accd275b914818c4',
}
unchanged()
nothing_new()
text = answer()
assert has_number(text, 38), "the number of singers is wrong"
assert has_number(text, 1945), "the sum is wrong"
