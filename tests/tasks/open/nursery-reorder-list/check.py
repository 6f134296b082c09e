import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'stock.csv': 'f3aa9ce8668590900513'}
accepted()
unchanged()
nothing_new("reorder.csv")
same_rows(table("reorder.csv"), [list(r) for r in [('Basil', 'Greenfield', 40), ('Chives', 'Greenfield', 3), ('Rosemary', 'Greenfield', 12), ('Begonia', 'Hoekstra', 16), ('Hydrangea', 'Hoekstra', 7), ('Thyme', 'Hoekstra', 13), ('Fuchsia', 'Marchetti', 6), ('Oleander', 'Marchetti', 5)]], ordered=True)
