import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'README.md': '4a33eab2401681c08b1f',
    'february.csv': 'fde9a9b609c82bc11ece',
    'january.csv': '1b68fb938735d13d917b',
    'march.csv': '4fe8c91357e94e922fb3',
    'plan.txt': '72f872913b96895321b7',
    'shoes.txt': '7d65bdfe64fc9aaf6349',
}

accepted()
WANT = {
    'data/january.csv': '1b68fb938735d13d917b',
    'data/february.csv': 'fde9a9b609c82bc11ece',
    'data/march.csv': '4fe8c91357e94e922fb3',
    'notes/shoes.txt': '7d65bdfe64fc9aaf6349',
    'notes/plan.txt': '72f872913b96895321b7',
    'README.md': '4a33eab2401681c08b1f',
}
there = present()
for path, digest in WANT.items():
    assert path in there, f"{path} is missing"
    with open(path, "rb") as handle:
        assert hashlib.sha256(handle.read()).hexdigest()[:20] == digest, f"{path} has another content"
assert there == set(WANT), f"not expected: {sorted(there - set(WANT))}"
