import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'report.txt': 'b0f84dfe44189d112964'}
accepted()
unchanged()
nothing_new("summary.txt")
text = read("summary.txt")
no_program(text)
n = len(text.split())
assert 45 <= n <= 124, f"{n} words"
assert language(text) == "en", "not English"
assert has_number(text, 312), "how many came in"
assert has_number(text, 274), "how many were rehomed"
assert has_number(text, 12300) or re.search(r"\bdeficit|\bshort ?fall|\bloss\b|in the red", plain(text)), "the deficit"
assert not re.search(r"\bsurplus\b|(?<!-)\bprofit\b", plain(text)), "it was a deficit"
assert re.search(r"roof", plain(text)), "the roof"
assert re.search(r"sponsor", plain(text)), "the sponsors"
