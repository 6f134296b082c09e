import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'emplacement.txt': '6838942125daff2f7fb7',
    'ventes.csv': '05f6d0867438bdff8ca3',
}

unchanged()
nothing_new()
text = answer()
each(text, {'Miel': 6315.5, 'Fromage de chèvre': 4222.8, 'Confiture de fraises': 2740.4},
     others=['Savon', "Pain d'épices", 'Bougies', 'Huile de noix', 'Tisane'], eu=True)
if len(words(text)) > 20:
    assert language(text, "fr") == "fr", "not French"
