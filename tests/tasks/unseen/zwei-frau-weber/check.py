import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'telefonliste.csv': '61f18080395d856297f1',
    'elternabend.txt': 'beb7a6673d0813d0f30e',
}
unchanged()
nothing_new()
text = QUESTION if STATUS == "waiting" else OUT
assert text, "nothing is said"
low = plain(text)
assert says(text, "Weber") or says(text, "Christine") and says(text, "Sandra"), "it is not said what this is about"
both = says(text, "Christine") and says(text, "Sandra") or says(text, "3a") and says(text, "3b")
which = re.search(r"\b(welche[rsnm]?|zwei|beide[nr]?|mehrere|zweimal|which|two|both|several|more than one|nicht eindeutig|mehrdeutig|ambiguous)\b", low)
assert both or which, "it is not said that there are two"
assert not re.search(r"\b(wurde|habe|ist)\b[^.?!]*\b(geandert|aktualisiert|eingetragen|ersetzt)\b", low) or re.search(r"\b(nicht|nichts|noch nicht|keine)\b", low), "a change is claimed"
