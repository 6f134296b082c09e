import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'reservation.yaml': 'e156d6eac9216f5f8bdb',
}
accepted()
nothing_new()
WANT = '# Réservation des salles de sciences - lycée Curie\n# Relancer le service après toute modification.\n\nsalles:\n  physique:\n    places: 28\n    max_jours: 14      # délai maximal de réservation\n  chimie:\n    places: 24         # paillasses comprises\n    max_jours: 21      # délai maximal de réservation\n    hotte: true\n  biologie:\n    places: 26\n    max_jours: 14      # délai maximal de réservation\n\nrappels:\n  actif: true          # mettre true pour envoyer des rappels\n  expediteur: "cdi@lycee-curie.example"\n  heures_avant: 24\n'
def lines(text):
    return [re.sub(r"\s+#", " #", l.rstrip()) for l in text.rstrip().splitlines()]
got = lines(read("reservation.yaml"))
want = lines(WANT)
assert len(got) == len(want), "lines were added or lost"
for g, w in zip(got, want):
    assert g == w, f"{g!r} instead of {w!r}"
