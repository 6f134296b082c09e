import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'meter.csv': 'cc0ce79efa4763701d43',
}
unchanged()
nothing_new()
text = answer()
assert has_number(text, 10.4674, near=0.0501), "Monday to Friday is wrong"
assert has_number(text, 15.6839, near=0.0501), "the weekend is wrong"
assert has_number(text, 5.2165, near=0.1) or has_number(text, -5.2165, near=0.1), "the difference is wrong"
