"""Calls near an example of a request, which code makes: its rows one by one, and the other words that it names.

Of `ranking([("Ole", "Bea", "1-0"), …])` in a request that names the results "1-0", "0-1" and "1/2", one is
`ranking([("Ole", "Bea", "0-1")])`. An example often leaves out just the case that a module gets wrong.

Some rows say the same in two ways: `("Ole", "Bea", "1-0")` and `("Bea", "Ole", "0-1")`, or
`("Lions", 2, "Foxes", 1)` and `("Foxes", 1, "Lions", 2)`. A module that gives something else for them is wrong.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence

from pandora.programs.code.boundary_calls import Boundary
from pandora.programs.code.code_examples import Example

MOST_VARIANTS = 10
"""The most calls near the examples of one function."""
_PAIR = re.compile(r"(\w+)(\W)(\w+)")
"""A word of two parts, such as `1-0`."""
_QUOTED = re.compile(r"(?<![\w,(\[{])\s*(?:'(?P<one>[^'\n]{1,40})'|\"(?P<two>[^\"\n]{1,40})\")")


def variants(request: str, examples: Sequence[Example]) -> list[Boundary]:
    """Return the calls near the first example of each function that has a list of rows or a dict."""
    first: dict[str, Example] = {}
    for example in examples:
        first.setdefault(example.function, example)
    tried = {example.call for example in examples}
    calls: dict[str, Boundary] = {}
    for example in first.values():
        words = _named_words(request, examples)
        own = {call.call: call for call in _near(example, words) if call.call not in tried}
        calls |= dict(list(own.items())[:MOST_VARIANTS])
    return list(calls.values())


def mirrors(request: str, examples: Sequence[Example]) -> list[tuple[Boundary, Boundary]]:
    """Return the pairs of calls with one row that say the same: its two names stand the other way round.

    They are known by a word of two parts that the request has both ways, or by a number beside each name. Both
    names must stand in one place of what the example gives: one who sends and one who gets do not.
    """
    words = _named_words(request, examples)
    pairs: dict[str, tuple[Boundary, Boundary]] = {}
    for example in examples:
        call = ast.parse(f"f({example.arguments})", mode="eval").body
        value = _literal(example.value)
        assert isinstance(call, ast.Call)
        for part in (*call.args, *(keyword.value for keyword in call.keywords)):
            rows = ast.literal_eval(part)
            if not isinstance(rows, list) or not all(isinstance(row, tuple) for row in rows):
                continue
            used = {cell for row in rows for cell in row if isinstance(cell, str) and _PAIR.fullmatch(cell)}
            for row in rows:
                if not (other := _mirrored(row, {*words, *used})) or not _are_alike(row, value):
                    continue
                sources = [_with(call, part, repr([one])) for one in (row, other)]
                one, two = (Boundary(example.function, source, named=True) for source in sources)
                pairs.setdefault(one.call, (one, two))
    return list(pairs.values())[:MOST_VARIANTS]


def names_kept(request: str, example: Example, calls: Sequence[Boundary]) -> list[tuple[str, list[str]]]:
    """Return calls near an example with the names of their rows, where the example gives all of its own."""
    words = _named_words(request, [example])
    own = _names(example.arguments, words)
    if not own or not own <= _texts(_literal(example.value)):
        return []
    near = [call for call in calls if call.function == example.function]
    return [(call.call, sorted(names)) for call in near if (names := _names(call.arguments, words))]


def _names(arguments: str, words: Collection[str]) -> set[str]:
    """The texts in the rows of a call that are no words of the request and no words of two parts."""
    texts: set[str] = set()
    call = ast.parse(f"f({arguments})", mode="eval").body
    assert isinstance(call, ast.Call)
    for part in (*call.args, *(keyword.value for keyword in call.keywords)):
        rows = ast.literal_eval(part)
        if isinstance(rows, list) and all(isinstance(row, tuple) for row in rows):
            texts |= _texts(rows)
    return {text for text in texts if text not in words and not _PAIR.fullmatch(text)}


def _texts(value: object) -> set[str]:
    """All texts in a value, those in what it holds, too."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return _texts([*value.keys(), *value.values()])
    return {text for part in value for text in _texts(part)} if isinstance(value, list | tuple | set) else set()


def texts_in(source: str) -> set[str]:
    """All texts in the literal that `source` is; none where it is no literal."""
    return _texts(_literal(source))


def _mirrored(row: tuple[object, ...], words: Collection[object]) -> tuple[object, ...] | None:
    """A row with its two names, and what belongs to each, the other way round; None where it has no such."""
    pairs = {place: match for place, cell in enumerate(row) if (match := _PAIR.fullmatch(str(cell)))}
    names = [place for place, cell in enumerate(row) if isinstance(cell, str) and place not in pairs]
    numbers = [place for place, cell in enumerate(row) if _is_number(cell)]
    if len(names) != 2 or row[names[0]] == row[names[1]]:
        return None
    cells = list(row)
    cells[names[0]], cells[names[1]] = row[names[1]], row[names[0]]
    if len(pairs) == 1 and len(row) == 3:
        place, match = next(iter(pairs.items()))
        cells[place] = f"{match[3]}{match[2]}{match[1]}"
        return tuple(cells) if isinstance(row[place], str) and {row[place], cells[place]} <= {*words} else None
    if not pairs and len(numbers) == 2 and len(row) == 4:
        cells[numbers[0]], cells[numbers[1]] = row[numbers[1]], row[numbers[0]]
        return tuple(cells)
    return None


def _are_alike(row: tuple[object, ...], value: object) -> bool:
    """True where both names of a row stand in the same place of the rows, or are both keys, of a value."""
    names = [cell for cell in row if isinstance(cell, str) and not _PAIR.fullmatch(cell)]
    if isinstance(value, dict):
        return all(name in value for name in names)
    rows = [entry for entry in value if isinstance(entry, tuple)] if isinstance(value, list) else []
    places = [{entry.index(name) for entry in rows if name in entry} for name in names]
    return bool(places) and bool(set.intersection(*places))


def _literal(source: str) -> object:
    try:
        value: object = ast.literal_eval(source)
    except (SyntaxError, ValueError):
        return None
    return value


def _is_number(cell: object) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _named_words(request: str, examples: Sequence[Example]) -> list[str]:
    """The words that a request has in quotes, outside its examples."""
    for example in examples:
        for part in (example.arguments, example.value):
            request = request.replace(part, " ") if len(part) > 1 else request
    words = (match["one"] or match["two"] for match in _QUOTED.finditer(request))
    return list(dict.fromkeys(words))


def _near(example: Example, words: Sequence[str]) -> Iterator[Boundary]:
    call = ast.parse(f"f({example.arguments})", mode="eval").body
    assert isinstance(call, ast.Call)
    parts = [*call.args, *(keyword.value for keyword in call.keywords)]
    for part in parts:
        value = ast.literal_eval(part)
        changed: Iterator[object] = iter(())
        if isinstance(value, list) and value and all(isinstance(row, tuple) and row for row in value):
            changed = _rows(value, words)
        elif isinstance(value, dict) and value and all(isinstance(key, str) for key in value):
            changed = _entries(value, words)
        for other in changed:
            source = _with(call, part, repr(other))
            yield Boundary(example.function, source, named=True)


def _with(call: ast.Call, part: ast.expr, source: str) -> str:
    """The arguments of a call with `source` in place of one of them."""
    given = [source if one is part else ast.unparse(one) for one in call.args]
    given += [
        f"{keyword.arg}={source if keyword.value is part else ast.unparse(keyword.value)}"
        for keyword in call.keywords
    ]
    return ", ".join(given)


def _rows(rows: Sequence[tuple[object, ...]], words: Sequence[str]) -> Iterator[list[tuple[object, ...]]]:
    """One row with each further word of its column, with its numbers the other way round; each row alone."""
    row = rows[0]
    for place in range(len(row)):
        column = [other[place] for other in rows if len(other) > place]
        if any(cell in words for cell in column):
            for word in words:
                if word not in column:
                    yield [(*row[:place], word, *row[place + 1 :])]
    numbers = [place for place, cell in enumerate(row) if _is_number(cell)]
    if len(numbers) == 2 and row[numbers[0]] != row[numbers[1]]:
        cells = list(row)
        one, other = numbers
        cells[one], cells[other] = cells[other], cells[one]
        yield [tuple(cells)]
    if len(rows) > 1:
        yield from ([row] for row in rows)
    names = [place for place, cell in enumerate(row) if isinstance(cell, str) and cell not in words]
    names = [place for place in names if not _PAIR.fullmatch(str(row[place]))]
    if len(names) == 2 and row[names[0]] != row[names[1]]:  # both come to the same then, so their order is told
        cells = list(row)
        cells[names[0]], cells[names[1]] = row[names[1]], row[names[0]]
        yield from ([row, tuple(cells)], [tuple(cells), row])


def _entries(given: dict[str, object], words: Sequence[str]) -> Iterator[dict[str, object]]:
    """A dict of one entry for each further word of a request that names a key, and for each of its own keys."""
    value = next(iter(given.values()))
    if any(key in words for key in given):
        yield from ({word: value} for word in words if word not in given)
    if len(given) > 1:
        yield from ({key: value} for key, value in given.items())
