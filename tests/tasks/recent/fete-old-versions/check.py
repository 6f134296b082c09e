import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'fete/budget_v1.csv': '660d86e523eac9e8cd2e',
    'fete/budget_v11.csv': '1a5625c5bd850207d0c9',
    'fete/budget_v2.csv': 'cf0553154248cdc119e0',
    'fete/contacts.txt': 'e378c8877523661b884e',
    'fete/flyer_v3.txt': '1635a901c95f84947b18',
    'fete/flyer_v4.txt': '15c51a63f7183a32a20e',
    'fete/map.txt': '0035322aa11eb56b8701',
    'fete/poster_v1.txt': '83db121ff2158393b30d',
    'fete/poster_v10.txt': 'f0c35fc57dd46090ffef',
    'fete/poster_v2.txt': 'e8e618ec9d301c84fef5',
    'fete/poster_v9.txt': '7a6a61cbfbeebc5e5f6a',
    'fete/raffle rules_v1.txt': '62fdd436d3e244fc7dfa',
    'fete/raffle rules_v2.txt': '5133b8ea87a5bcecc2c6',
    'fete/songlist_v1.txt': '580ddd6964d514c0dec7',
}
accepted()
OLD = ['poster_v1.txt', 'poster_v2.txt', 'poster_v9.txt', 'flyer_v3.txt', 'budget_v1.csv', 'budget_v2.csv', 'raffle rules_v1.txt']
want = {(path.replace("fete/", "fete/old/") if path[5:] in OLD else path): digest for path, digest in ORIGINAL.items()}
there = present()
assert not want.keys() - there, f"missing: {sorted(want.keys() - there)}"
assert not there - want.keys(), f"not wanted: {sorted(there - want.keys())}"
for path, digest in want.items():
    with open(path, "rb") as handle:
        assert hashlib.sha256(handle.read()).hexdigest()[:20] == digest, f"{path} was changed"
