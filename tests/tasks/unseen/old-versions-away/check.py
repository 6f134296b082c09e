import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'grant_application_v1.txt': 'b3ab13fe0bc9a261e33c',
    'grant_application_v2.txt': 'e6bd0014287d737a3228',
    'grant_application_v9.txt': '81a0b92130fb1983c081',
    'grant_application_v10.txt': 'a0709ea1b479ab9eba12',
    'flyer_v1.txt': 'a61495679e5561027ebf',
    'flyer_v3.txt': '4a6345e1440b186b481b',
    'statutes_v2.txt': '0df34e87235804a72704',
    'budget_v1.txt': '07db5fa2c8d8d8049f89',
    'budget_v2.txt': '461e8e1b31dfb90dc762',
    'budget_v11.txt': 'c11a7760e264ef8d5807',
    'logo_notes.txt': '803a9cc296ecba8c8b40',
    'press_release_v4.txt': '30c0a34bfd953d35857a',
    'archive/flyer_v0.txt': 'fed87194088359e73803',
}
accepted()
newest = {"grant_application": 10, "flyer": 3, "statutes": 2, "budget": 11, "press_release": 4}
want = {}
for path, digest in ORIGINAL.items():
    m = re.fullmatch(r"(\w+)_v(\d+)\.txt", path)
    want[f"old/{path}" if m and int(m[2]) < newest[m[1]] else path] = digest
there = present()
assert not want.keys() - there, f"missing: {sorted(want.keys() - there)}"
assert not there - want.keys(), f"not wanted: {sorted(there - want.keys())}"
for path, digest in want.items():
    with open(path, "rb") as handle:
        assert hashlib.sha256(handle.read()).hexdigest()[:20] == digest, f"{path} was changed"
