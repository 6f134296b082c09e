import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'books.json': 'b687e07821a1f14f430e',
}

unchanged()
nothing_new()
text = answer(1200)
for title in ("Dune", "Beloved", "Middlemarch", "The Trial"):
    assert says(text, title), f"{title} is missing"
for title in ("The Hobbit", "Emma", "Neuromancer", "Persepolis", "Circe", "Piranesi"):
    assert not says(text, title), f"{title} is read already"
