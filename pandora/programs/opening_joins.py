"""How the task's tables hang together, found by code: which column holds another's keys, which row is named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pandora.programs.mentions import PATH, QUOTED, WORD

MOST = 3
"""Lines of each kind that a program begins with."""
WIDE = 240
"""Characters of a row that is shown."""
LEAST = 0.8
"""The part of a column's different values that must be keys of the other table."""
_ID = re.compile(r"(?:^(?:no|nr|number|code|key)|id)$", re.I)
_SLUG = re.compile(r"\W+")


def join_lines(loaded: dict[str, Any]) -> list[str]:
    """Lines that put into each row of one table what it refers to in another; `loaded` is changed likewise.

    `loaded` maps variables to values. What is referred to is itself made whole first, so that chains hold.
    """
    lines: list[str] = []
    for join in _ordered(list(_joins(loaded))[: 2 * MOST])[:MOST]:
        lookup = join.name
        if join.key is not None:
            lookup = f"{join.name}_by_{_slug(join.key)}"
            line = f"{lookup} = {{row[{join.key!r}]: row for row in {join.name}}}"
            lines += [line] if line not in lines else []
        row = f"{{**{lookup}.get(row.get({join.column!r}), {{}}), **row}}"
        found = _lookup(loaded[join.name], join.key)
        value = loaded[join.rows]
        if isinstance(value, dict):
            whole = f"{{key: {row} for key, row in {join.rows}.items()}}"
            loaded[join.rows] = {key: _with(each, found, join.column) for key, each in value.items()}
        else:
            whole = f"[{row} for row in {join.rows}]"
            loaded[join.rows] = [_with(each, found, join.column) for each in value]
        example = max(_rows(loaded[join.rows]), key=len)
        lines.append(f"{join.rows} = {whole}  # with its {join.name}: {_shown(example)}")
    return lines


def _with(row: Mapping[str, Any], found: Mapping[Any, Any], column: str) -> dict[str, Any]:
    return {**found.get(row.get(column), {}), **row}


def _lookup(value: Any, key: str | None) -> dict[Any, Any]:
    return dict(value) if key is None else {row[key]: row for row in value}


@dataclass(frozen=True)
class Join:
    """Rows of the variable `rows` refer by `column` to `name`: to its column `key`, or to its own keys."""

    name: str
    key: str | None
    rows: str
    column: str


def _ordered(joins: list[Join]) -> list[Join]:
    """One join for each pair of tables, what is referred to before what refers to it; circles are cut."""
    one: list[Join] = []
    for join in joins:
        pairs = {frozenset((each.name, each.rows)) for each in one}
        if frozenset((join.name, join.rows)) not in pairs and not _reaches(one, join.name, join.rows):
            one.append(join)
    done: list[Join] = []
    while one:
        waiting = {each.rows for each in one}
        free = [each for each in one if each.name not in waiting]
        done += free
        one = [each for each in one if each not in free]
    return done


def _reaches(joins: list[Join], start: str, end: str) -> bool:
    """True where `start` refers to `end` already, by way of others too."""
    return start == end or any(_reaches(joins, each.name, end) for each in joins if each.rows == start)


def row_lines(request: str, loaded: Mapping[str, Any]) -> list[str]:
    """A line for each word of the request that names exactly one row: that row, looked up."""
    bare = PATH.sub(" ", request)
    words = [
        *QUOTED.findall(bare),
        *(each for each in WORD.findall(QUOTED.sub(" ", bare)) if each[0].isupper()),
    ]
    lines = []
    for word in dict.fromkeys(words):
        hits = [hit for name, value in loaded.items() for hit in _hits(word.casefold(), name, value)]
        variable = f"{_slug(word)}_row"
        if len(hits) == 1 and variable.isidentifier() and variable not in loaded:
            found, row = hits[0]
            lines.append(f"{variable} = {found}  # {_shown(row)}")
    return lines[:MOST]


def _hits(word: str, name: str, value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each row of the variable `name` that `word` names, with the expression that finds it."""
    for row in _rows(value) if isinstance(value, list) else ():
        for column, held in row.items():
            if isinstance(held, str) and held.casefold() == word:
                yield f"next(row for row in {name} if row[{column!r}] == {held!r})", row
    for key, row in value.items() if isinstance(value, dict) and _rows(value) else ():
        if key.casefold() == word:
            yield f"{name}[{key!r}]", row


def _joins(loaded: Mapping[str, Any]) -> Iterator[Join]:
    """Every column that holds another table's keys."""
    for name, value in loaded.items():
        for key, keys in _keys(value):
            for other, rows in loaded.items():
                if other == name or not (held := _rows(rows)):
                    continue
                for column in held[0]:
                    if not all(_hashable(row.get(column)) for row in held):
                        continue
                    found = {row.get(column) for row in held} - {None, ""}
                    if len(found) > 1 and len(found & keys) >= LEAST * len(found):
                        yield Join(name, key, other, column)


def _keys(value: Any) -> Iterator[tuple[str | None, set[Any]]]:
    """What a value can be looked up by: an object's own keys, or a column of texts or ids without repeats."""
    if isinstance(value, dict) and value and all(isinstance(each, (dict, list)) for each in value.values()):
        yield None, set(value)
    rows = _rows(value) if isinstance(value, list) else []
    for column in rows[0] if len(rows) > 1 else ():
        found = [row.get(column) for row in rows]
        texts = all(isinstance(each, str) and each for each in found)
        ids = str(column).lower() in ("id", "no", "nr", "number", "code", "key") or str(
            column
        ).lower().endswith("id")
        if (texts or ids) and all(map(_hashable, found)) and len(set(found)) == len(found):
            yield str(column), set(found)


def _rows(value: Any) -> list[dict[str, Any]]:
    """The rows of a table, or the values of an object of objects."""
    rows = list(value.values()) if isinstance(value, dict) else value
    return rows if isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows) else []


def _hashable(value: Any) -> bool:
    return value is None or isinstance(value, (str, int, float))


def _slug(text: str) -> str:
    return _SLUG.sub("_", text.lower()).strip("_")


def _shown(row: Mapping[str, Any]) -> str:
    short = {key: value[:30] if isinstance(value, str) else value for key, value in list(row.items())[:8]}
    return repr(short)[:WIDE]
