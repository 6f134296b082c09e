import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "heizplan.yaml": "6ab71fc7e28295f584b104dd1940d1c97e928b31d8c0fb069a4643f940676c27"
}

WANT = '# Heizplan für das Haus, Stand Oktober\nhaus:\n  sommerbetrieb: false\n  aussenfuehler: true     # an der Nordwand\n\nraeume:\n  wohnzimmer:\n    aktiv: true\n    tag: 21.0\n    nacht: 17.5           # ab 22 Uhr\n  schlafzimmer:\n    aktiv: true\n    tag: 18.0\n    nacht: 16.5           # ab 21 Uhr\n  gaestezimmer:\n    aktiv: false          # nur wenn Besuch da ist\n    tag: 20.0\n    nacht: 17.0\n  bad:\n    aktiv: true\n    tag: 22.5\n    nacht: 18.5\n'

accepted()
text = content("heizplan.yaml")
need("\t" not in text, "Tabulatoren gehen in YAML nicht")
lead = lambda l: len(l) - len(l.lstrip())
norm = lambda s: [(lead(l), re.sub(r"\s+", " ", l).strip()) for l in s.strip("\n").splitlines() if l.strip()]
got, want = norm(text), norm(WANT)
need(len(got) == len(want), "es fehlen Zeilen oder sind zu viele (%d statt %d)" % (len(got), len(want)))
for (gi, g), (wi, w) in zip(got, want):
    need(gi == wi and re.sub(r"^aktiv: (False|FALSE)\b", "aktiv: false", g).replace("17.50", "17.5") == w, "%r statt %r" % (g, w))
