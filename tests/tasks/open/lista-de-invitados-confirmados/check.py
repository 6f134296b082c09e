import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'invitados.csv': '243fc1a06dd3f8038de8'}
NOMBRES = ['Álvaro Pinedo',
 'Ana Quiroga',
 'Bruno Escalada',
 'Elena Carmona',
 'Hugo Santacruz',
 'Iker Zubeldia',
 'Nuria Belmonte',
 'Óscar Llorente',
 'Pilar Ugarte']

accepted()
unchanged()
lines = [re.sub(r"^\s*([-*•]|\d+[.)])\s+", "", l).strip() for l in read("confirmados.txt").splitlines() if l.strip()]
lines = [unicodedata.normalize("NFC", l) for l in lines]
assert sorted(lines) == sorted(NOMBRES), f"faltan {sorted(set(NOMBRES) - set(lines))}, sobran {[l for l in lines if l not in NOMBRES] or 'repetidos'}"
assert lines == NOMBRES, "el orden no es alfabético"
