"""Lines of a program that join tables which refer to one another, and look up the rows that a request names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pandora.programs.inside.text_folding import folded

MOST_JOINS = 3
"""The most lines of each kind among a program's first lines."""
_ROW_WIDTH = 240
"""The most characters of a row that a comment shows."""
_LEAST_MATCHED = 0.8
"""The least fraction of a column's different values that must be keys of the other table."""
_GENERAL = ("id", "no", "nr", "number", "code", "key")
"""Names that the key of any table may have."""
_STEM = 4
"""The fewest letters of a table's name that the name of a column has which refers to it."""
_NO_WORD = re.compile(r"\W+")


def join_lines(loaded: dict[str, Any]) -> list[str]:
    """Return lines that add to each row of one table the row of another table that it refers to.

    `loaded` maps variables to values and is changed as the lines would change it. A table that others refer
    to is joined first, so that chains of references work.
    """
    lines: list[str] = []
    for join in references(loaded):
        lookup = join.name
        if join.key is not None:
            lookup = f"{join.name}_by_{_variable_name(join.key)}"
            line = f"{lookup} = {{row[{join.key!r}]: row for row in {join.name}}}"
            lines += [line] if line not in lines else []
        row = f"{{**{lookup}.get(row.get({join.column!r}), {{}}), **row}}"
        rows_by_key = _rows_by_key(loaded[join.name], join.key)
        value = loaded[join.rows]
        if isinstance(value, dict):
            whole = f"{{key: {row} for key, row in {join.rows}.items()}}"
            loaded[join.rows] = {
                key: _joined_row(referring, rows_by_key, join.column) for key, referring in value.items()
            }
        else:
            whole = f"[{row} for row in {join.rows}]"
            loaded[join.rows] = [_joined_row(referring, rows_by_key, join.column) for referring in value]
        example = max(_rows_of(loaded[join.rows]), key=len)
        lines.append(f"{join.rows} = {whole}  # with its {join.name}: {_row_comment(example)}")
    return lines


def references(loaded: Mapping[str, Any]) -> list[Join]:
    """The references among variables, one for each pair of them, a table before those that refer to it.

    Values alone tell little: the numbers of any two tables from 1 on are among one another. So a reference is
    named like what it refers to, or has texts; of several that are equally good, none is taken.
    """
    by_pair: dict[frozenset[str], list[tuple[int, Join]]] = {}
    for join in _possible_joins(loaded):
        if (rank := _rank(join, loaded)) is not None:
            by_pair.setdefault(frozenset((join.name, join.rows)), []).append((rank, join))
    best = []
    for ranked in by_pair.values():
        first = min(rank for rank, _ in ranked)
        alike = [join for rank, join in ranked if rank == first]
        if len({frozenset(((join.rows, join.column), (join.name, join.key))) for join in alike}) == 1:
            best.append(alike[0])
    return _ordered_joins(best[: 2 * MOST_JOINS])[:MOST_JOINS]


def _rank(join: Join, loaded: Mapping[str, Any]) -> int | None:
    """How sure a reference is, 0 being the surest; None where it is none.

    A column is named like the table (`customer_id`) or the key (`number`), or its texts are the key's.
    """
    if join.key is None:
        return 0
    column, key, table = (folded(str(name)) for name in (join.column, join.key, join.name))
    rows = _rows_of(loaded[join.rows])
    if column in _GENERAL and _counts_rows([row.get(join.column) for row in rows]):
        return None  # the rows' own numbers, which those of any other table are among
    stem = table[: max(_STEM, len(table) - 3)]
    if len(stem) >= _STEM and stem in column:
        return 0
    if column == key:
        return 1
    texts = all(isinstance(row.get(join.column), (str, type(None))) for row in rows)
    return (
        2 if texts or column.startswith(key) or column.endswith(("id", "nr", "no", "number", "code")) else None
    )


def _counts_rows(cells: list[Any]) -> bool:
    """True for whole numbers of which each stands once, and which hardly leave one out."""
    numbers = {cell for cell in cells if isinstance(cell, int)}
    return 1 < len(cells) == len(numbers) and max(numbers) - min(numbers) < 2 * len(numbers)


def _joined_row(row: Mapping[str, Any], rows_by_key: Mapping[Any, Any], column: str) -> dict[str, Any]:
    return {**rows_by_key.get(row.get(column), {}), **row}


def _rows_by_key(value: Any, key: str | None) -> dict[Any, Any]:
    return dict(value) if key is None else {row[key]: row for row in value}


@dataclass(frozen=True)
class Join:
    """A reference: `column` of the variable `rows` holds values of the column `key` of the variable `name`.

    Where `key` is None, `name` is a dict and `column` holds its keys.
    """

    name: str
    key: str | None
    rows: str
    column: str


def _ordered_joins(joins: list[Join]) -> list[Join]:
    """Return one join for each pair of tables, without circles; a table is joined before others refer to it."""
    one: list[Join] = []
    for join in joins:
        pairs = {frozenset((earlier.name, earlier.rows)) for earlier in one}
        if frozenset((join.name, join.rows)) not in pairs and not _refers_to(one, join.name, join.rows):
            one.append(join)
    done: list[Join] = []
    while one:
        waiting = {remaining.rows for remaining in one}
        free = [remaining for remaining in one if remaining.name not in waiting]
        done += free
        one = [remaining for remaining in one if remaining not in free]
    return done


def _refers_to(joins: list[Join], start: str, end: str) -> bool:
    """True where `start` refers to `end`, directly or through other tables."""
    return start == end or any(_refers_to(joins, join.name, end) for join in joins if join.rows == start)


def _possible_joins(loaded: Mapping[str, Any]) -> Iterator[Join]:
    """Yield a join for every column that holds another table's keys."""
    for name, value in loaded.items():
        for key, keys in _lookup_keys(value):
            for other, rows in loaded.items():
                if other == name or not (other_rows := _rows_of(rows)):
                    continue
                for column in other_rows[0]:
                    if not all(_hashable(row.get(column)) for row in other_rows):
                        continue
                    references = {row.get(column) for row in other_rows} - {None, ""}
                    if len(references) > 1 and len(references & keys) >= _LEAST_MATCHED * len(references):
                        yield Join(name, key, other, column)


def _lookup_keys(value: Any) -> Iterator[tuple[str | None, set[Any]]]:
    """Yield the keys that rows can be looked up by: a dict's keys (under None), or a column without repeats."""
    if isinstance(value, dict) and _rows_of(value):
        yield None, set(value)
    rows = _rows_of(value) if isinstance(value, list) else []
    for column in rows[0] if len(rows) > 1 else ():
        cells = [row.get(column) for row in rows]
        texts = all(isinstance(cell, str) and cell for cell in cells)
        ids = str(column).lower() in _GENERAL or str(column).lower().endswith("id")
        if (texts or ids) and all(map(_is_key, cells)) and len(set(cells)) == len(cells):
            yield str(column), set(cells)


def _rows_of(value: Any) -> list[dict[str, Any]]:
    """The rows of a table, or the values of an object of objects."""
    rows = list(value.values()) if isinstance(value, dict) else value
    return rows if isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows) else []


def _is_key(value: Any) -> bool:
    return value is not None and _hashable(value)


def _hashable(value: Any) -> bool:
    return value is None or isinstance(value, (str, int, float))


def _variable_name(text: str) -> str:
    return _NO_WORD.sub("_", text.lower()).strip("_")


def _row_comment(row: Mapping[str, Any]) -> str:
    short = {key: value[:30] if isinstance(value, str) else value for key, value in list(row.items())[:8]}
    return repr(short)[:_ROW_WIDTH]
