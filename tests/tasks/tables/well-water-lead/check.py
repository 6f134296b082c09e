import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'lead.csv': '1bdb3fcfba0fb1245163',
}

unchanged()
nothing_new()
text = answer()
each(text, {'Mill Lane': 2.51818,
 'Old Quarry': 5.73226,
 'Station Yard': 4.09032,
 'Church Farm': 1.55185,
 'North Spring': 0.84677}, near=0.0052)
assert has_number(text, 49), "the number of samples over 5 is wrong"
