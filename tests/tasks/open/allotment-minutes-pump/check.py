import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'minutes.txt': 'e28571646e4bb54b105d'}
text = answer(900)
unchanged()
nothing_new()
assert says(text, "Marek Nowak", "Nowak", "Marek", "Mr Nowak"), "who"
assert has_date(text, 2025, 4, 10), "until when"
assert has_number(text, 150), "how much"
for name in ("Ruth", "Ansell", "Kurz", "Yvonne", "Dieter"):
    assert not re.search(rf"(?i){name}[^.\n]{{0,30}}\b(will|is going to|shall) (fix|overhaul|repair|do)", text), "somebody else"
