import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'products.csv': '15d138b4ce173c681ef0',
    'sales.csv': '738fc0146166664ab883',
}
unchanged()
nothing_new()
text = answer()
low = plain(text)
assert says(text, 'Board games'), "the category is missing"
for other in ['Puzzles', 'Building blocks', 'Soft toys', 'Craft kits']:
    assert plain(other) not in low or low.index(plain(other)) > low.index(plain('Board games')), f"{other} comes first"
assert has_number(text, 29.0176, near=0.0501) or has_number(text, 0.290176, near=0.00051), "the share is wrong"
