import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'facture.txt': '9a07f21e8c3dd87d4897',
}

unchanged()
nothing_new()
text = answer(1000)
assert has_number(text, 84.35, eu=True), "il faut payer 84,35 euros"
assert has_date(text, 2025, 11, 15), "avant le 15 novembre 2025"
assert not re.search(r"payer\W+(?:\w+\W+)?108|avant le 27|27 octobre 2025 au plus tard", plain(text)), "another amount or date is said to be due"
assert language(text, "fr") == "fr", "the answer is not in French"
