import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'auftraege.csv': '82cf5c503d0ea979a00c',
}
unchanged()
nothing_new()
text = answer(900)
for name in ['Café Morgenrot',
 'Hotel Seeblick',
 'Kanzlei Peters',
 'Praxis Dr. Sommer',
 'Reisebüro Fern',
 'Yogastudio Lotos']:
    assert says(text, name), f"{name} is missing"
for name in ['Apotheke am Markt',
 'Autohaus Wirth',
 'Blumen Engel',
 'Buchhandlung Seitz',
 'Bäckerei Lenz',
 'Dachdecker Nagel',
 'Druckerei Falk',
 'Eiscafé Roma',
 'Elektro Baumann',
 'Fahrschule Tempo',
 'Friseur Linda',
 'Gasthof Adler',
 'Gärtnerei Grün',
 'Imkerei Rapp',
 'Kita Sonnenschein',
 'Malerbetrieb Krüger',
 'Metzgerei Kraus',
 'Musikschule Takt',
 'Optik Hartmann',
 'Pension Waldblick',
 'Sanitär Moll',
 'Schreinerei Popp',
 'Steuerbüro Ott',
 'Tierarzt Busch',
 'Weingut Scholl',
 'Zahnarzt Vogt']:
    assert not says(text, name), f"{name} does not belong there"
assert has_number(text, 17164.15, eu=True), "the sum is wrong"
if len(words(text)) > 25:
    assert language(text, "de") == "de", "not German"
