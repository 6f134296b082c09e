import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'minutes.txt': '746d5703031dcbfcc931',
}
unchanged()
nothing_new()
text = answer(1000)
low = plain(text)
assert has_date(text, 2023, 5, 23) or re.search(r"may 2023", low), "the meeting is wrong or missing"
assert says(text, "Kolb"), "the firm is wrong or missing"
assert has_number(text, 54250, in_words=False) or re.search(r"54[.,' ]?250", low), "the limit is wrong or missing"
if says(text, "Steiner", "Farbwerk"):
    assert re.search(r"fail|reject|postpon|not|earlier|before", low), "the wrong firm"
for y, m, d in ((2021, 4, 20), (2022, 6, 8), (2019, 5, 14)):
    if has_date(text, y, m, d):
        assert re.search(r"fail|reject|postpon|not|earlier|before|no resolution", low), "the wrong meeting"
