import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'confirmation.txt': '3b821d52d63a5344fc0e',
    'terms.txt': '65463e5b6be81cdc5393',
}
unchanged()
nothing_new()
text = answer(1200)
assert has_number(text, 420), "the amount is wrong"
low = plain(text)
AMOUNTS = (420, 672, 252, 452.5, 724, 440, 485, 271.5)
named = [v for token in re.findall(r"(?<![\d.,])\d+(?:[.,]\d+)*", low) for v in readings(token, True) if v in AMOUNTS]
assert named and named[-1] == 420 or named[:1] == [420] and not set(named) & {440, 485}, f"other amounts: {named}"
assert not re.search(r"nothing to pay|pay nothing (?!but)|free of charge", low)
