import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'rentals.db': '26abda7e7bc20e31889f',
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
each(text, {'Edith Carver': 2610.5, 'Frank Ellis': 1687.0, 'Frank Quinn': 945.0},
     others=['Sam Foster',
 'Hugo Gibbs',
 'Hugo Reed',
 'Wendy Yates',
 'Liam Harper',
 'Colin Barker',
 'Kate Ellis',
 'Oscar Carver',
 'Tessa Shaw',
 'Olive Norris',
 'Noah Osborne',
 'Carla Collins',
 'Olive Irving',
 'Grace Marsh',
 'Iris Hobbs',
 'Edith Turner',
 'Hugo Quinn',
 'Zoe Parker',
 'Wendy Vance',
 'Alice Kelly',
 'Oscar Bishop',
 'Peter Abbott',
 'Carla Dixon',
 'Olive Lowe',
 'Alice Nolan',
 'Carla Dawson',
 'Colin Jensen',
 'Emma Fisher',
 'Dora Underwood',
 'Harry Walsh',
 'Liam Foster',
 'Mona Gibbs',
 'Paula Reed',
 'Edith Yates',
 'Grace Harper',
 'Frank Barker',
 'Oscar Shaw',
 'Iris Norris',
 'Iris Osborne',
 'Emma Collins',
 'Carla Irving',
 'Edith Marsh',
 'Ruth Turner',
 'Oscar Parker',
 'Dora Vance',
 'Edith Kelly',
 'Grace Bishop',
 'Wendy Abbott',
 'Colin Dixon',
 'Dan Lowe',
 'Frank Nolan',
 'Victor Dawson'])
