"""How the task's tables hang together, found by code: which column holds another's keys, which row is named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pandora.engine.places import PATH, QUOTED, WORD

MOST = 3
"""Lines of each kind that a program begins with."""
LEAST = 0.8
"""The part of a column's different values that must be keys of the other table."""
_ID = re.compile(r"(?:^(?:no|nr|number|code|key)|id)$", re.I)
_SLUG = re.compile(r"\W+")


def join_lines(loaded: Mapping[str, Any]) -> list[str]:
    """Lines that make one table's rows easy to find from another's; `loaded` maps variables to values."""
    lines: list[str] = []
    for name, key, rows, column in _joins(loaded):
        where = f"{rows}[key]" if isinstance(loaded[rows], dict) else f"{rows}: row"
        if key is None:
            lines.append(f"# {where}[{column!r}] is a key of {name}")
            continue
        by = f"{name}_by_{_slug(key)}"
        made = f"{by} = {{row[{key!r}]: row for row in {name}}}"
        kept = [each for each in lines if each.startswith(f"{made} ")]
        if kept:
            lines[lines.index(kept[0])] += f"; {where}[{column!r}] too"
        else:
            lines.append(f"{made}  # {where}[{column!r}] is a key of it")
    return lines[:MOST]


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


def _joins(loaded: Mapping[str, Any]) -> Iterator[tuple[str, str | None, str, str]]:
    """(the keyed table, its key column or None for a JSON object's keys, the table that refers, its column)."""
    for name, value in loaded.items():
        for key, keys in _keys(value):
            for other, rows in loaded.items():
                if other == name or not (held := _rows(rows)):
                    continue
                for column in held[0]:
                    found = {row.get(column) for row in held if _hashable(row.get(column))} - {None, ""}
                    if len(found) > 1 and len(found & keys) >= LEAST * len(found):
                        yield name, key, other, column


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
    return isinstance(value, (str, int, float))


def _slug(text: str) -> str:
    return _SLUG.sub("_", text.lower()).strip("_")


def _shown(row: Mapping[str, Any]) -> str:
    inside = ", ".join(f"{key!r}: {str(value)[:30]!r}" for key, value in list(row.items())[:6])
    return "{" + inside + "}"
