import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'holiday list.txt': 'c6b0a3eb1a754f641bfb',
    'my favourite soups.md': '796c54e4f863a1c779ce',
    'old phone numbers.csv': '88a59a034fa035ea15ea',
    'passwords.txt': 'c2cc9dc10198a4c79858',
    'tax 2024 draft.txt': 'be241161daf90ddfd766',
}

accepted()
WANT = {
    'holiday_list.txt': 'c6b0a3eb1a754f641bfb',
    'tax_2024_draft.txt': 'be241161daf90ddfd766',
    'my_favourite_soups.md': '796c54e4f863a1c779ce',
    'passwords.txt': 'c2cc9dc10198a4c79858',
    'old_phone_numbers.csv': '88a59a034fa035ea15ea',
}
there = {name: name for name in present()}
for path, digest in WANT.items():
    assert path in there, f"{path} is missing"
    with open(there[path], "rb") as handle:
        assert hashlib.sha256(handle.read()).hexdigest()[:20] == digest, f"{path} has another content"
assert set(there) == set(WANT) and len(there) == len(present()), f"not expected: {sorted(set(there) - set(WANT))}"
