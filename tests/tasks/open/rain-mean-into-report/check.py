import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'rain.tsv': '5db6efdf15abe89bc62e', 'report.json': '9de8ddcd65c168700642'}
MEAN = 4.9
BEFORE = {'mean_mm': None,
 'month': '2024-06',
 'observer': 'R. Tamm',
 'remarks': ['gauge cleaned on the 6th', 'power cut on the 19th'],
 'station': 'Elderfield',
 'wettest_day': None}

accepted()
unchanged("report.json")
nothing_new()
try:
    got = json.loads(read("report.json"))
except ValueError as fault:
    raise AssertionError(f"report.json is no JSON any more: {fault}")
want = dict(BEFORE)
assert isinstance(got, dict) and set(got) == set(want), f"the fields are {list(got)}"
value = got.pop("mean_mm")
want.pop("mean_mm")
assert isinstance(value, (int, float)) and not isinstance(value, bool), f"mean_mm is {value!r}, no number"
assert abs(value - MEAN) < 1e-9, f"mean_mm is {value}, {MEAN} is right"
assert got == want, "another field was changed"
