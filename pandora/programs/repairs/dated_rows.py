"""A program that takes the first or the last row of a table that is sorted by its days: it says so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from pandora.programs.data_columns import Rows

_LOADED = re.compile(
    r"^(?P<name>[^\W\d]\w*) = (?:table|log)\((?P<quote>[\"'])(?P<path>[^\"'\n]+)(?P=quote)\)[^\n]*\n", re.M
)
_DAY = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?")
_TIME = re.compile(r"\d\d:\d\d(?::\d\d)?")
_FEWEST = 3
"""The fewest rows that show an order."""


def with_rows_in_order_of_days(source: str, tables: Iterable[tuple[str, Rows]]) -> str:
    """Return a program whose `rows[0]` and `rows[-1]` are those of the first and the last day.

    The last reading of a meter is that of the last day, and of a file that is sorted so also the last row. A
    program that says `rows[-1]` is right of such a file alone. It stays as it is where the days of a table are
    not in order, or two rows have the same.
    """
    known = dict(tables)
    for match in reversed([*_LOADED.finditer(source)]):
        name, behind = match["name"], source[match.end() :]
        keys = _order_of(known.get(match["path"], ()))
        taken = re.search(rf"(?<![\w.]){name}\[(?:0|-1)\]", behind)
        sorted_ = re.search(rf"\bsorted\(\s*{name}\b|(?<!\w){name}\.sort\(", behind)
        if keys and taken and not sorted_:
            cells = ", ".join(f"row[{key!r}]" for key in keys)
            key = cells if len(keys) == 1 else f"({cells})"
            source = f"{source[: match.end()]}{name} = sorted({name}, key=lambda row: {key})\n{behind}"
    return source


def _order_of(rows: Sequence[Any]) -> list[str]:
    """The columns by whose days, and times, rows are sorted, each row after the one before; [] for none."""
    if len(rows) < _FEWEST:
        return []
    days = [name for name in rows[0] if _all(rows, name, _DAY)]
    times = [name for name in rows[0] if _all(rows, name, _TIME)]
    if len(days) != 1:
        return []
    for keys in (days, *([*days, time] for time in times)):
        values = [tuple(str(row.get(key)) for key in keys) for row in rows]
        if all(one < other for one, other in pairwise(values)):
            return list(keys)
    return []


def _all(rows: Sequence[Any], name: str, form: re.Pattern[str]) -> bool:
    return all(form.fullmatch(str(row.get(name))) for row in rows)
