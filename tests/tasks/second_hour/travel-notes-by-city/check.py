import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'lisbon_2019.txt': 'e683c05351dfba705e07',
    'lisbon_2022.txt': '3301a216df3ccb4e7289',
    'oslo_2021.txt': '6251467238f8d68d85d8',
    'oslo_2024.txt': '3609b62b5223c7f69b2e',
    'vienna_2018.txt': 'a9f8c7605fd6f22f454a',
    'vienna_2023.txt': '2574c80fbf2cda0bd1e9',
    'vienna_2024.txt': 'a0031a60d8b78d06b5e6',
}

accepted()
WANT = {
    'lisbon/lisbon_2019.txt': 'e683c05351dfba705e07',
    'lisbon/lisbon_2022.txt': '3301a216df3ccb4e7289',
    'oslo/oslo_2021.txt': '6251467238f8d68d85d8',
    'vienna/vienna_2018.txt': 'a9f8c7605fd6f22f454a',
    'vienna/vienna_2023.txt': '2574c80fbf2cda0bd1e9',
    'vienna/vienna_2024.txt': 'a0031a60d8b78d06b5e6',
    'oslo/oslo_2024.txt': '3609b62b5223c7f69b2e',
}
there = {name.lower() if '/' not in name else '/'.join(p.lower() if i == 0 else p for i, p in enumerate(name.split('/'))): name for name in present()}
for path, digest in WANT.items():
    assert path in there, f"{path} is missing"
    with open(there[path], "rb") as handle:
        assert hashlib.sha256(handle.read()).hexdigest()[:20] == digest, f"{path} has another content"
assert set(there) == set(WANT) and len(there) == len(present()), f"not expected: {sorted(set(there) - set(WANT))}"
