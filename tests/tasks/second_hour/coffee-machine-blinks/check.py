import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'manual.txt': 'ab6442d1beb5624526bb',
}

unchanged()
nothing_new()
text = answer(1200)
assert says(text, "brewing unit", "brew unit", "brewing-unit", "unit"), "the brewing unit is not seated"
assert says(text, "press", "push", "click", "clicks", "pressing", "pushing", "reseat", "insert", "re-insert", "reinsert", "seat", "pressed", "pushed"), "it has to be pressed in"
assert not re.search(r"(?i)descal|tablet|water tank|grounds|no (?:more )?beans|soap|rinse", text), "this is for another sign"
