import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'photos/IMG_20240713_101522.jpg': '0cd8a898a1295504d889',
    'photos/IMG_20240713_184003.jpg': '2f6cc6546666121060f0',
    'photos/IMG_20240729_090110.jpg': '2f40abc6c62900b53b35',
    'photos/IMG_20240802_120000.jpg': 'be24d8c8f48265a77f78',
    'photos/IMG_20240815_201544.jpg': 'bcb8c00498f028fb0d4e',
    'photos/IMG_20241224_173010.jpg': 'bcd119624a02114b386d',
    'photos/IMG_20250101_000412.jpg': '1be77bf92bdb9455a886',
    'photos/IMG_20250119_143355.jpg': 'e5d161bb34737dbb51ab',
    'photos/notes.txt': '791667b2876efffb6441',
}
accepted()
want = {}
for path, digest in ORIGINAL.items():
    name = path.split("/")[1]
    new = path if name == "notes.txt" else f"photos/{name[4:8]}-{name[8:10]}/{name}"
    want[new] = digest
there = present()
assert not want.keys() - there, f"missing: {sorted(want.keys() - there)}"
assert not there - want.keys(), f"not wanted: {sorted(there - want.keys())}"
for path, digest in want.items():
    with open(path, "rb") as handle:
        assert hashlib.sha256(handle.read()).hexdigest()[:20] == digest, f"{path} was changed"
