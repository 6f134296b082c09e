"""What the checkers of this suite share: all that those of `tests/tasks/open` share, and lines of tables."""

import importlib.util
import os
import sys

_OPEN = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "open", "checking.py")
_SPEC = importlib.util.spec_from_file_location("open_checking", _OPEN)
_MODULE = importlib.util.module_from_spec(_SPEC)
sys.modules["open_checking"] = _MODULE
_SPEC.loader.exec_module(_MODULE)
globals().update({name: value for name, value in vars(_MODULE).items() if not name.startswith("_")})


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


def norm(name):
    return " ".join(plain(name).replace("_", " ").replace("-", " ").split())


def columns(path, names):
    """The lines of a csv as dicts, with exactly these columns in whatever order."""
    rows = table(path)
    head = [norm(c) for c in rows[0]]
    assert sorted(head) == sorted(norm(n) for n in names), f"the columns are {rows[0]}"
    for row in rows[1:]:
        assert len(row) == len(head), f"odd line {row}"
    return [{n: row[head.index(norm(n))] for n in names} for row in rows[1:]]


def cell_ok(cell, want, eu):
    if isinstance(want, str):
        return plain(cell) == plain(want)
    if isinstance(want, tuple):
        return want in dates(cell)
    return is_number(cell, want, eu=eu)


def same(rows, names, want, eu=False):
    """The same lines in any order."""
    left = list(want)
    for row in rows:
        hit = [w for w in left if all(cell_ok(row[n], v, eu) for n, v in zip(names, w))]
        assert hit, f"wrong or extra line {row}"
        left.remove(hit[0])
    assert not left, f"missing: {left}"


def number(cell):
    return float(re.search(r"\d+(?:[.,]\d+)?", cell).group().replace(",", "."))
