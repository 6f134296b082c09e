import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'scans/scan (1).txt': '069686038f721f00b69f',
    'scans/scan (2).txt': '58e70bb0c2ef149e0db0',
    'scans/scan (3).txt': '9d55283e05a08cbe9c7f',
    'scans/scan (4).txt': '9bd32a8cf0026fd8f2e2',
}
accepted()
WANT = {
    'scans/2025-02-14_INV-1043.txt': '069686038f721f00b69f',
    'scans/2025-03-03_INV-0077.txt': '58e70bb0c2ef149e0db0',
    'scans/2025-01-21_INV-2210.txt': '9d55283e05a08cbe9c7f',
    'scans/2025-03-30_INV-5561.txt': '9bd32a8cf0026fd8f2e2',
}
there = present()
assert not WANT.keys() - there, f"missing: {sorted(WANT.keys() - there)}"
assert not there - WANT.keys(), f"not wanted: {sorted(there - WANT.keys())}"
for path, digest in WANT.items():
    with open(path, "rb") as handle:
        assert hashlib.sha256(handle.read()).hexdigest()[:20] == digest, f"{path} has other contents"
