import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'orders.json': 'fbe64137abc3ac667469',
}

def paired(text, wanted):
    """wanted: {ways of naming a thing: number}; every thing stands beside its number."""
    low = plain(text)
    spots = []
    for ways in wanted:
        for way in ways:
            for m in re.finditer(r"(?<!\w)" + re.escape(plain(way)) + r"(?!\w)", low):
                spots.append((m.start(), m.end(), ways))
    spots = sorted(s for s in spots if not any(o != s and o[0] <= s[0] and s[1] <= o[1] for o in spots))
    before, after = set(), set()
    for i, (start, end, ways) in enumerate(spots):
        last = spots[i - 1][1] if i else 0
        nxt = spots[i + 1][0] if i + 1 < len(spots) else len(low)
        if has_number(low[end:nxt], wanted[ways]):
            after.add(ways)
        if has_number(low[last:start], wanted[ways]):
            before.add(ways)
    for ways in wanted:
        assert any(w == ways for _, _, w in spots), f"{ways[0]} is not named"
    assert set(wanted) in (before, after), f"a number is wrong: {sorted(w[0] for w in set(wanted) - max(before, after, key=len))}"

unchanged()
nothing_new()
paired(answer(), {('baguette', 'baguettes'): 22, ('sourdough', 'sourdoughs', 'sourdough loaves'): 16, ('rye loaf', 'rye loaves', 'rye', 'rye bread'): 16, ('seed roll', 'seed rolls', 'seeded rolls'): 36, ('apple cake', 'apple cakes'): 13})
