import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'server.log': '0b8097dfbaddadd21072',
}

unchanged()
nothing_new()
text = answer(800)
assert has_number(text, 208), "there are 208 lines with ERROR"
