import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'loans.csv': 'c375d353f359c90d3949',
    'opening-hours.txt': '86968e8f46875f75b1ca',
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
text = answer()
paired(text, {('The Golden Orchard', 'Golden Orchard'): 118, ('The Lonely Forest', 'Lonely Forest'): 114, ('The Crooked Clockmaker', 'Crooked Clockmaker'): 89, ('The Paper Island', 'Paper Island'): 68, ('The Lonely Orchard', 'Lonely Orchard'): 44})
for other in ['The Broken Bridge', 'The Broken Garden', 'The Crooked Bridge', 'The Crooked Forest', 'The Crooked Garden', 'The Crooked Lighthouse', 'The Crooked River', 'The Golden Clockmaker', 'The Golden Harbour', 'The Golden River', 'The Hidden Clockmaker', 'The Hidden Forest', 'The Hidden Letter', 'The Hidden Orchard', 'The Last Forest', 'The Last Garden', 'The Last Lighthouse', 'The Last Orchard', 'The Lonely Clockmaker', 'The Lonely Garden', 'The Lonely Harbour', 'The Northern Garden', 'The Northern Harbour', 'The Northern Island', 'The Northern Lighthouse', 'The Paper Bridge', 'The Paper Forest', 'The Paper Garden', 'The Paper Harbour', 'The Red Letter', 'The Salt Forest', 'The Salt Garden', 'The Salt Harbour']:
    assert not says(text, other), f"{other} is not one of the five"
