import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'loans.jsonl': '1d7e4df9d96256c6b121'}
OVERDUE = [('The Salt Road', 'Mirela Osk'),
 ('A History of Knots', 'Sam Okwari'),
 ('Small Engines', 'Rufus Abend'),
 ('The Ninth Bell', 'Ines Kovalt')]
OTHERS = [('Bread for Beginners', 'Jonas Thale'),
 ('Night Trains', 'Petra Lindqvarn'),
 ('Moth Atlas', 'Petra Lindqvarn'),
 ('The Glass Orchard', 'Dana Weill'),
 ('Letters to Nobody', 'Mirela Osk'),
 ('Harbour Cats', 'Ines Kovalt'),
 ('Weather by Hand', 'Jonas Thale'),
 ('Cooking with Ash', 'Sam Okwari'),
 ('Maps of Rain', 'Dana Weill'),
 ('Clay', 'Oskar Brill'),
 ('Winter Bees', 'Oskar Brill'),
 ('One Hundred Soups', 'Lea Marchetti')]

text = answer(1200)
unchanged()
spots = []
for title, reader in OVERDUE:
    assert says(text, title), f"{title} is missing"
    spots.append((plain(text).index(plain(title)), "title", reader))
for reader in {reader for _, reader in OTHERS + OVERDUE}:
    spots += [(m.start(), "reader", reader) for m in re.finditer(plain(reader) + "|(?<!" + plain(reader).split()[0] + " )" + plain(reader).split()[1], plain(text))]
def fits(order):
    for i, (_, kind, reader) in enumerate(order):
        if kind == "title":
            following = [r for _, k, r in order[i + 1:] if k == "reader"]
            if not following or following[0] != reader:
                return False
    return True
assert fits(sorted(spots)) or fits(sorted(spots, reverse=True)), "the titles are not with their readers"
for line in re.split(r"\n|(?<=[.;])\s", text):
    if re.search(r"(?i)\b(not|nor|aren't|isn't)\b.*\b(overdue|late|counted|included|listed)|itself|exactly on", line):
        continue  # says of a book that it is not overdue
    for title, reader in OTHERS:
        assert not says(line, title) or title == "Clay", f"{title} is not overdue"
        if reader not in dict(map(reversed, OVERDUE)):
            assert not says(line, reader), f"{reader} has no overdue book"
