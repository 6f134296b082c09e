import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "rechnungen.csv": "9ee060fafe52d553a2f66a4ca6848a6905b43fa700e0c5e09a328647cabe3d12"
}

OPEN = [2502, 2505, 2506, 2508]
SUM = 6217.1

text = answer()
intact()
for nr in range(2501, 2513):
    if nr in OPEN:
        need(re.search(r"(?<![\d.,])%d(?!\d)" % nr, text), "Rechnung %d fehlt" % nr)
    else:
        said = [p for p in re.split(r"\n|;|(?<=[.!?])\s+(?=[A-ZÄÖÜ])", text) if re.search(r"(?<![\d.,])%d(?!\d)" % nr, p)]
        need(all(re.search(r"nicht (dabei|dazu|mit|enthalten|berücksichtigt|gezählt|überfällig)|(zählt|gehört) nicht|erst am|nicht vor dem", p.lower()) and not any(str(n) in p for n in OPEN) for p in said), "Rechnung %d gehoert nicht dazu" % nr)
need(has_num(text, SUM), "die Summe fehlt oder ist falsch")
