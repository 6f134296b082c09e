import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'config.yaml': '3be0c9cd6ae50178af3d',
}

accepted()
unchanged('config.yaml')
nothing_new()
def lines(text):
    return [re.sub(r"\s+", " ", l.strip()) if not l.startswith(" ") else "  " + re.sub(r"\s+", " ", l.strip()) for l in text.strip().splitlines()]
got = lines(read('config.yaml'))
want = [
    '\\#\\ Einstellungen\\ der\\ Vereinsseite',
    'seite:',
    '\\ \\ titel:\\ Ruderverein\\ Nord\\ \\#\\ steht\\ im\\ Kopf\\ jeder\\ Seite',
    '  sprache: ["\']?de["\']? # de, en oder fr',
    '  zeitzone: ["\']?Europe/Vienna["\']?',
    '\\ \\ eintraege_pro_seite:\\ 20',
    '',
    '\\#\\ Zugang\\ für\\ den\\ Vorstand',
    'anmeldung:',
    '\\ \\ erlaubt:\\ true',
    '\\ \\ dauer_minuten:\\ 45',
]
assert len(got) == len(want), "lines were added or lost"
for a, b in zip(got, want):
    assert re.fullmatch(b, a), f"wrong line: {a}"
