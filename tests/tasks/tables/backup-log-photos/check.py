import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'backup.log': 'eb1726b8ec5c5a57bd4f',
}
unchanged()
nothing_new()
text = answer()
assert has_number(text, 43), "the number of failures is wrong"
assert has_date(text, 2025, 6, 11), "the last time is wrong"
