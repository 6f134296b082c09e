import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'loans.csv': 'd1fccc53fa662d6f6150',
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
text = answer(900)
each(text, {'Ruth Marsh': 7, 'Olive Harper': 6, 'Emma Kelly': 5, 'Liam Nolan': 4, 'Harry Harper': 4},
     others=['Carla Dawson',
 'Carla Shaw',
 'Carla Yates',
 'Colin Dixon',
 'Dora Turner',
 'Emma Collins',
 'Emma Lowe',
 'Frank Ellis',
 'Grace Jensen',
 'Grace Parker',
 'Harry Osborne',
 'Hugo Barker',
 'Hugo Dixon',
 'Hugo Reed',
 'Iris Underwood',
 'Jack Bishop',
 'Kate Norris',
 'Kate Underwood',
 'Martin Nolan',
 'Martin Norris',
 'Mona Barker',
 'Mona Fisher',
 'Nina Foster',
 'Noah Bishop',
 'Noah Carver',
 'Noah Quinn',
 'Noah Walsh',
 'Oscar Yates',
 'Paula Vance',
 'Peter Collins',
 'Peter Osborne',
 'Ruth Parker',
 'Ruth Shaw',
 'Sam Irving',
 'Tessa Kelly',
 'Victor Abbott',
 'Victor Dawson',
 'Victor Gibbs',
 'Victor Hobbs',
 'Wendy Abbott',
 'Wendy Quinn',
 'Zoe Gibbs',
 'Zoe Irving'])
