import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'how-to-till.txt': '5ace091e634111dc938d',
    'rental.db': '5abb497d7ab07664b744',
}
unchanged()
nothing_new()
text = answer()
assert says(text, 'Pepper'), "not the right bike"
assert has_number(text, 75.5), "the hours are wrong"
low = plain(text)
first = min((low.find(plain(n)), n) for n in ['Blue Heron', 'Duke', 'Mosquito', 'Old Bertha', 'Pepper', 'Rattler', 'Swift'] if plain(n) in low)[1]
assert first == 'Pepper', "another bike is named first"
