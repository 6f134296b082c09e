import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIG = {
 "factures.csv": "57a785abe067093953ae0c54793e143adbba6856451f71d9dd6609290b7dc2ff"
}

TTC = 2340.26

text = answer()
intact()
need(claims(text, TTC, 0.021) or re.search(r"ttc[^\n\d]{0,40}2[ .,']?340[.,]2[67]|2[ .,']?340[.,]2[67][^.\n\d]{0,12}ttc", low(text)), "le total TTC n'est pas bon")
need(not re.search(r"ttc (est de|est|:|=|s'élève à)?\s*\*{0,2}2[ .,]?036", low(text)), "prend le total hors taxes pour le total TTC")
need(language(text) not in ("en", "de") or len(re.findall(r"[^\W\d_]+", text)) < 12, "n'est pas en francais")
