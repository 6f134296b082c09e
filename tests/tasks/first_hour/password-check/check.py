import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}

accepted()
nothing_new("passcheck.py")
read("passcheck.py")
cases('''
from passcheck import is_strong
for word, want in (("Sunflower7", True), ("sunflower7", False), ("Sunflowers", False), ("Sunfl7", False), ("", False), ("Blue Horse 12", True), ("1234567890", False), ("ABCDEFGHI9", True), ("Abcdefgh9", False), ("9abcdefghiJ", True)):
    assert is_strong(word) is want, f"is_strong({word!r}) is {is_strong(word)!r}"
''')
