import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'points.csv': '3812e08bfd89c591c402',
}

unchanged()
nothing_new()
text = answer()
each(text, {'Maths': 20.2407, 'English': 22.5357, 'Biology': 27.931, 'Geography': 18.3654, 'History': 22.6724}, near=0.0501)
