import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'pantry.db': 'c2b4af23b640303afefe'}
MISSING = [('Flour', 7), ('Lentils', 5), ('Olive oil', 7), ('Honey', 4)]
ENOUGH = ['Sugar', 'Rice', 'Coffee', 'Tea', 'Salt', 'Oats']

text = answer(1000)
unchanged()
low = plain(text)
at = sorted((low.index(plain(name)), name) for name, _ in MISSING if plain(name) in low)
assert len(at) == len(MISSING), f"missing: {sorted({n for n, _ in MISSING} - {n for _, n in at})}"
ends = [p for p, _ in at[1:]] + [len(low)]
starts = [0] + [p + len(n) for p, n in at[:-1]]
want = dict(MISSING)
after = all(has_number(low[p + len(n):e], want[n]) for (p, n), e in zip(at, ends))
before = all(has_number(low[s:p], want[n]) for (p, n), s in zip(at, starts))
assert after or before, "wrong number missing"
for name in ENOUGH:
    assert not says(text, name) or re.search(rf"(?i){name}[^.;\n]*(enough|not below|exactly|at its minimum|at the minimum)", text), f"{name} is not below its minimum"
