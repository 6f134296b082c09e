import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'bank/card terms.txt': 'eea13f2a8a68a5a030ff',
    'bank/letter 14 Feb 2025.txt': 'bba0a9c66b2874fb58fd',
    'bank/statement 2 Apr 2025.txt': '4b40139ddec79efa54f0',
    'bank/statement 3 Dec 2024.txt': '16394c09c4ae33839986',
    'bank/statement 3 Jan 2025.txt': 'f51691ca80d41d8afa70',
    'bank/statement 30 Jun 2025.txt': '07951633b738da470581',
    'bank/statement 4 Mar 2025.txt': 'd4f5b4414eb8172309a5',
    'bank/statement 4 Nov 2024.txt': 'fbd77b8f81ae12fed8ea',
    'bank/statement 5 Feb 2025.txt': '6ca20b859f3162f00bcf',
    'bank/statement 6 May 2025.txt': '344b851d7faed9895eb1',
    'budget.csv': '6efc80f49a7c84fd793b',
}
accepted()
NEW = {'bank/statement 4 Nov 2024.txt': 'bank/2024-11-04 statement.txt', 'bank/statement 3 Dec 2024.txt': 'bank/2024-12-03 statement.txt', 'bank/statement 3 Jan 2025.txt': 'bank/2025-01-03 statement.txt', 'bank/statement 5 Feb 2025.txt': 'bank/2025-02-05 statement.txt', 'bank/statement 4 Mar 2025.txt': 'bank/2025-03-04 statement.txt', 'bank/statement 2 Apr 2025.txt': 'bank/2025-04-02 statement.txt', 'bank/statement 6 May 2025.txt': 'bank/2025-05-06 statement.txt', 'bank/statement 30 Jun 2025.txt': 'bank/2025-06-30 statement.txt'}
want = {NEW.get(path, path): digest for path, digest in ORIGINAL.items()}
there = present()
assert not want.keys() - there, f"missing: {sorted(want.keys() - there)}"
assert not there - want.keys(), f"not wanted: {sorted(there - want.keys())}"
for path, digest in want.items():
    with open(path, "rb") as handle:
        assert hashlib.sha256(handle.read()).hexdigest()[:20] == digest, f"{path} was changed"
