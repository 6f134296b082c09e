import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'museums.csv': '50e7993ff32e69fcaf40',
}

accepted()
unchanged()
nothing_new("museums.json")
try:
    data = json.loads(read("museums.json"))
except ValueError:
    data = None
assert isinstance(data, list) and all(isinstance(d, dict) for d in data), "this is no list of objects"
WANT = [{'name': 'Clock Museum', 'city': 'Furtwangen', 'ticket': '7.50', 'closed_on': ''}, {'name': 'Lighthouse Museum', 'city': 'Amble', 'ticket': '4.00', 'closed_on': 'Monday'}, {'name': 'Museum of Bread', 'city': 'Ulm', 'ticket': '6.00', 'closed_on': 'Tuesday'}, {'name': 'Toy Train Hall', 'city': 'Kendal', 'ticket': '5.50', 'closed_on': ''}, {'name': 'Mill Museum', 'city': 'Alkmaar', 'ticket': '0.00', 'closed_on': 'Monday'}]
assert len(data) == len(WANT), f"{len(data)} museums"
for got, want in zip(data, WANT):
    assert set(want) - {"closed_on"} <= set(got) <= set(want), f"the keys are {sorted(got)}"
    for key, value in want.items():
        said = got.get(key)
        if key == "ticket":
            assert not isinstance(said, bool) and re.fullmatch(r"\d+(\.\d+)?", str(said)) and float(said) == float(value), f"ticket is {said!r}"
        else:
            assert (said or "") == value, f"{key} is {said!r}"
