import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {}
nothing_new()
text = answer(900)
low = plain(text)
assert re.search(r"\b16[:.h ]?57\b|\b0?4[:.]57\b", low), "the time is wrong"
times = [(int(h) % 12, int(m)) for h, m in re.findall(r"(?<![\d.,:])(\d{1,2})[:.h](\d\d)(?![\d.,]*\s*(?:kg|min|hours|h\b))(?!\d)", low)]
times = [t for t in times if t != (7, 30)]
assert not times or (4, 57) in (times[0], times[-1]), "another time is the answer"
