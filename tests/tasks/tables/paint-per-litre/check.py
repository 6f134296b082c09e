import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'paints.csv': 'cf83e9f263fb9bf60f98',
    'todo.txt': '10f95b8656adffbda839',
}

unchanged()
nothing_new()
text = answer()
others = ['Alpina white', 'Seaside blue', 'Deckweiss', 'Chalk cream', 'Basic white', 'Moss', 'Slate grey']
low = plain(text)
assert says(text, 'Barn red'), "the paint is missing"
assert not any(plain(o) in low and low.index(plain(o)) < low.index(plain('Barn red')) for o in others), "another paint comes first"
assert has_number(text, 9.9600), "the price of a litre is wrong"
