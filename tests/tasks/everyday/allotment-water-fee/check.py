import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'minutes.md': '9e09f05aa0e6ce624aa2',
}
text = answer(900)
unchanged()
nothing_new()
assert has_number(text, 42), "the fee"
assert has_date(text, 2025, 7, 1) or re.search(r"\bjuly\b", plain(text)), "from when"
assert says(text, "Brock"), "who orders the meters"
change = r"propos|instead|original|amend|reject|not |took over|takes over|taken over|first|initial|previous|rather|from mr|from sandoval|in place|was |since|old|abroad|replac"
for wrong in ("48", "april", "sandoval", "36"):
    if re.search(r"\b" + wrong + r"\b", plain(text)):
        assert re.search(change, plain(text)), f"{wrong} is not what was decided"
assert not re.search(r"48[^.;\n]{0,40}\b(was|were) (decided|adopted|accepted|approved)", plain(text)), "48 was not adopted"
