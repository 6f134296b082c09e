"""Rows inside rows, such as the lines of each invoice, as one flat table that is read like any other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Row = dict[str, Any]
_SCALAR = (str, int, float, bool, type(None))
_DEEPEST = 6
"""How deep in a value the rows are looked for that others refer to."""


def nested_column(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the one column whose cells are rows themselves; "" where there is none, or several.

    A single inner row, as XML has it, is a dict; at least one cell must be a list.
    """
    names = dict.fromkeys(str(name) for row in rows for name, cell in row.items() if is_rows(cell))
    nested = [name for name in names if all(_is_inner(row.get(name)) for row in rows)]
    return nested[0] if len(nested) == 1 == len(names) else ""


def flat_rows(rows: Sequence[Mapping[str, Any]], column: str, whole: Any = None) -> list[Row]:
    """Return a row for each inner row in `column`, with the cells of the row that holds it, but for lists.

    A column of both stands as `outer NAME` for the one that holds it. Where a column refers to rows elsewhere
    in the `whole` value by their key, as `club` does to the rows `club` with an `id`, it brings their cells
    along, as `club name`.
    """
    flat = []
    for row in rows:
        cell = row.get(column)
        inner_rows = cell if isinstance(cell, list) else [cell] if isinstance(cell, dict) else []
        for inner in inner_rows:
            own = {str(name): value for name, value in inner.items()}
            outer = {
                f"outer {name}" if name in own else str(name): value
                for name, value in row.items()
                if name != column and isinstance(value, (*_SCALAR, dict))
            }
            flat.append({**outer, **own})
    names = list(dict.fromkeys(name for row in flat for name in row))
    even = [{name: row.get(name) for name in names} for row in flat]
    return _with_referred_cells(even, whole)


def _with_referred_cells(rows: list[Row], whole: Any) -> list[Row]:
    """The rows, with the cells of the rows that one of their columns refers to."""
    for name in [*rows[0]] if rows else []:
        values = {row[name] for row in rows if isinstance(row[name], (str, int)) and row[name] != ""}
        for key, others in _lists_of_rows(whole):
            if key.casefold() not in (name.casefold(), f"{name}s".casefold()):
                continue
            others = [*{repr(other): other for other in others}.values()]  # a row may stand twice
            if (by := _key_column(others, values)) is None:
                continue
            known = {other[by]: other for other in others}
            for row in rows:
                other = known.get(row[name], {}) if isinstance(row[name], (str, int)) else {}
                cells = {
                    f"{name} {column}": other.get(column)
                    for column in others[0]
                    if column != by and isinstance(others[0][column], _SCALAR)
                }
                row.update({column: value for column, value in cells.items() if column not in row})
    return rows


def _key_column(rows: Sequence[Row], values: set[Any]) -> str | None:
    """The column of rows whose cells are all different and have all of the values; None without such a one."""
    for name in rows[0]:
        cells = [row.get(name) for row in rows]
        are_keys = all(isinstance(cell, (str, int)) for cell in cells) and len(set(cells)) == len(cells)
        if are_keys and len(values) > 1 and values <= set(cells):
            return name
    return None


def _lists_of_rows(value: Any, key: str = "", depth: int = 0) -> Iterator[tuple[str, list[Row]]]:
    """Each list of rows within a value, with the key that it stands under."""
    if depth > _DEEPEST:
        return
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        yield key, value
    inner = value.items() if isinstance(value, dict) else ()
    for name, part in inner:
        yield from _lists_of_rows(part, str(name), depth + 1)


def is_rows(cell: Any) -> bool:
    """True for a list of objects that is not empty."""
    return isinstance(cell, list) and bool(cell) and all(isinstance(row, dict) for row in cell)


def _is_inner(cell: Any) -> bool:
    return cell is None or cell == [] or cell == "" or isinstance(cell, dict) or is_rows(cell)
