import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'ratings.csv': '32fbac73b4656fea2aca',
}

accepted()
unchanged()
nothing_new("averages.json")
data = json.loads(read("averages.json"))
found = {}
def walk(value):
    if isinstance(value, list):
        for v in value:
            walk(v)
    elif isinstance(value, dict):
        names = [v for v in value.values() if isinstance(v, str)]
        numbers = [v for v in value.values() if isinstance(v, (int, float))]
        if len(names) == 1 and len(numbers) == 1:
            found[plain(names[0])] = numbers[0]
            return
        for k, v in value.items():
            if isinstance(v, (int, float)) and not isinstance(v, bool):
                found[plain(k)] = v
            else:
                walk(v)
walk(data)
want = {'cafe luna': 4.5, 'the daily cup': 3.5, 'bean there': 4.4, 'milk & honey': 3.0}
assert set(found) == set(want), f"the cafes are {sorted(found)}"
for name in want:
    assert abs(found[name] - want[name]) < 0.0051, f"{name} has {found[name]}"
