import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'elternbrief.txt': '57f22e6fa2ba2bb379c3',
    'kosten.csv': '2eab3f4a3112e609dba0',
}
accepted()
unchanged("elternbrief.txt")
nothing_new()
BRIEF = 'Realschule am Kirchberg\n\nLiebe Eltern der Klasse 6b,\n\ndie Abrechnung unserer Klassenfahrt nach Trier liegt vor. Nach Abzug des Zuschusses kostet die Fahrt\ninsgesamt [GESAMT] Euro, das sind [PRO KIND] Euro je Kind. Bitte überweisen Sie den Betrag bis zum\n30.05.2025 auf das Klassenkonto. Wer schon 100,00 Euro angezahlt hat, überweist nur noch [REST] Euro.\n\nMit freundlichen Grüßen\nM. Brandl, Klassenlehrerin\n'
pattern = re.escape(" ".join(BRIEF.split()))
for mark in ("[GESAMT]", "[PRO KIND]", "[REST]"):
    pattern = pattern.replace(re.escape(mark), r"([\d.,]+)")
got = re.fullmatch(pattern, " ".join(read("elternbrief.txt").split()))
assert got, "the letter was changed elsewhere, or a gap was left"
assert got[1] in ("4.608,00", "4608,00"), "the total"
assert got[2] == "192,00", "per child"
assert got[3] == "92,00", "the rest"
assert len(read("elternbrief.txt").strip().splitlines()) >= 8, "the lines of the letter were run together"
