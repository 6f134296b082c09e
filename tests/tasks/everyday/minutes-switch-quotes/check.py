import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'minutes.txt': '917e727f05cb5bb5cce0',
}
text = answer(600)
unchanged()
nothing_new()
assert says(text, "Sunita", "Sunita Pillai"), "who"
assert has_date(text, 2025, 11, 5), "until when"
assert has_number(text, 850), "how much"
if says(text, "Owen") or has_date(text, 2025, 10, 24) or has_number(text, 600):
    assert re.search(r"instead|originally|first|moved|postponed|took over|takes over|taken over|changed|no longer|raised|not owen|rather than|earlier|away|trade fair|previous|up from|replac|before|from owen", plain(text)), "old and new are mixed up"
assert not re.search(r"owen (tait )?(is|will be|now)? ?(getting|collect\w*|gets|obtain\w*) (the|three)? ?quotes", plain(text)), "Owen"
