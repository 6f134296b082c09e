import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {'budget.md': '9840e6bed50364ef2122', 'costs.csv': 'b00430c3bb8ef0c77d4c'}
SUM = 2193.9
BEFORE = ('# Summer night festival\n'
 '\n'
 'Planned budget: 4,500.00\n'
 'Spent so far: 0.00\n'
 'Spent last year: 3,871.20\n'
 '\n'
 '## Notes\n'
 '\n'
 'Spending above 500 needs two signatures. The list of costs is in costs.csv.\n')

accepted()
unchanged("budget.md")
nothing_new()
got, want = read("budget.md").strip().splitlines(), BEFORE.strip().splitlines()
assert len(got) == len(want), "lines were added or lost in budget.md"
for a, b in zip(got, want):
    if b.startswith("Spent so far:"):
        assert a.startswith("Spent so far:"), f"the line is {a!r}"
        value = re.sub(r"(?i)eur|€|\*", "", a.split(":", 1)[1]).strip()
        assert is_number(value, SUM), f"{a!r} is wrong, {SUM} is right"
    else:
        assert a.rstrip() == b.rstrip(), f"line {b!r} was changed"
