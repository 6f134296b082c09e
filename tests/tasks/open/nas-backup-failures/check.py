import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'nas.log': 'bc976b240854c207dbc2'}
text = answer(1200)
unchanged()
nothing_new()
assert has_number(re.sub(r"\d{4}-\d\d-\d\d", "", text), 5), "5 times"
assert not re.search(r"\b(9|nine|6|1|6|six|4|four) (?:times|failures|backup failures|failed)", plain(text)), "another number of times"
assert has_date(text, 2025, 10, 26) or re.search(r"\b(the )?26th\b", plain(text)), "26 October"
assert says(text, "permission denied", "permission", "permissions", "denied"), "the reason"
