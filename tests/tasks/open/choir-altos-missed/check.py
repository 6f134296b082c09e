import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'attendance.json': 'ebd391c8236f30939bab'}
text = answer()
unchanged()
nothing_new()
for name in ['Alma', 'Edith']:
    assert says(text, name), f"{name} is not in the answer"
for name in ['Bea', 'Carla', 'Dorte', 'Frank', 'Goran', 'Hanne', 'Imke', 'Jules', 'Katja', 'Liam']:
    assert not says(text, name), f"{name} does not belong in the answer"
