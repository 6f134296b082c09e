import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'lead.csv': '1bdb3fcfba0fb1245163',
}


def each(text, want, others=(), near=0.0051, eu=False):
    """Every name of `want` is there with its number before or after it, and none of the others."""
    low = plain(re.sub(r"(?m)^\s*\d+[.)]\s+", "", text))
    names = sorted([*want, *others], key=len, reverse=True)
    found = [(m.start(), m.end(), m.group()) for m in
             re.finditer("|".join(rf"(?<!\w){re.escape(plain(n))}(?!\w)" for n in names), low)]
    said = {n for _, _, n in found}
    for name in others:
        assert plain(name) not in said, f"{name} does not belong there"
    for name in want:
        assert plain(name) in said, f"{name} is missing"
    starts, ends = [f[0] for f in found] + [len(low)], [0] + [f[1] for f in found]
    after, before = set(), set()
    for i, (start, end, said_name) in enumerate(found):
        for name, value in want.items():
            if plain(name) == said_name:
                if has_number(low[end:starts[i + 1]], value, near, eu):
                    after.add(name)
                if has_number(low[ends[i]:start], value, near, eu):
                    before.add(name)
    assert len(after) == len(want) or len(before) == len(want), f"wrong number for {sorted(set(want) - max(after, before, key=len))}"

unchanged()
nothing_new()
text = answer()
each(text, {'Mill Lane': 2.51818,
 'Old Quarry': 5.73226,
 'Station Yard': 4.09032,
 'Church Farm': 1.55185,
 'North Spring': 0.84677}, near=0.0052)
assert has_number(text, 49), "the number of samples over 5 is wrong"
