import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'electricity.txt': '430e8ec2e0693f8f3d04',
    'plumber.txt': '28a475a2b10c5fde8c38',
}
unchanged()
nothing_new()
text = answer(900)
assert has_date(text, 2025, 6, 12) or says(text, "Thursday the 12th", "Thursday 12th", "the 12th", "Thursday, the 12th"), "the day is wrong"
assert re.search(r"\b0?8[:.]30\b|half[ -]past eight|half eight", plain(text)), "the time is wrong"
assert says(text, "sink", "cupboard"), "the cupboard is missing"
assert says(text, "washing machine", "washer"), "the washing machine is missing"
assert not says(text, "18 June"), "that is the meter man"
