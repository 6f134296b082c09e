import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'jobs.csv': '37854ee9c3aa0ded3249',
    'opening-hours.txt': '7b47b2e96cbf32c85cfb',
}
unchanged()
nothing_new()
text = answer()
assert has_number(text, 1739.20), "the sum is wrong"
