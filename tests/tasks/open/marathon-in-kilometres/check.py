import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

text = answer(400)
no_echo(text)
assert has_number(text, 42.2, near=0.0501, in_words=False), "26.2 miles are 42.2 km (42.16)"
for wrong in (16.28, 16.3, 41.9, 42.0, 43.0, 48.5):
    assert not has_number(text, wrong, near=0.01, in_words=False), f"{wrong} is wrong"
