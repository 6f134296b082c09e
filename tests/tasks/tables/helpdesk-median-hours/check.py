import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'tickets.jsonl': 'aaf8aa008e421d605a29',
}

unchanged()
nothing_new()
text = answer()
each(text, {'Hardware': 38.0833, 'Accounts': 5.5833, 'Network': 14.6583, 'Printing': 10.5}, near=0.0501)
