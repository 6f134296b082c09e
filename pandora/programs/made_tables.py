"""What a table that was made comes to: its rows, and the sums of its columns of numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from pandora.programs.inside.file_reading import decoded, ending_of, kind_of, parse
from pandora.workspace.change import Change

MOST_SUMS = 3
"""The most columns whose sums are told."""
LARGEST = 1 << 20
"""The most bytes of a table that is read for this."""
_FEWEST_ABOVE_SUM = 2
"""How many rows stand above one with their sums, at the least."""
_YEARS = range(1900, 2101)


def sums_of_made_tables(changes: Iterable[Change]) -> list[str]:
    """Return a line for each new table with columns of numbers: `owing.csv (5): Σ open = 1055.25`.

    A person who has a list made asks for its sum as often as not, and a small model forgets to print it.
    Columns of years alone are left out, and so is a last row with the sums of the others; a table that changed
    has rows of its own that nobody asked about.
    """
    made = [change for change in changes if not change.before and kind_of(change.path) == "table"]
    lines = [
        _sums(change.path, change.content)
        for change in made
        if change.content is not None and len(change.content) <= LARGEST
    ]
    return [line for line in lines if line]


def _sums(path: str, content: bytes) -> str:
    try:
        rows = parse("table", decoded(content), ending_of(path))
    except ValueError:
        return ""
    columns: dict[str, list[Any]] = {}
    for row in rows:
        for name, cell in row.items():
            columns.setdefault(str(name), []).append(cell)
    sums = {name: total for name, cells in columns.items() if (total := _total(cells))}
    count = len(rows)
    if count > _FEWEST_ABOVE_SUM and sums and all(_ends_with_sum(columns[name]) for name in sums):
        count -= 1
        sums = {name: _total(columns[name][:-1]) for name in sums}
    told = [f"Σ {name} = {total}" for name, total in sums.items() if total]
    return f"{path} ({count}): {', '.join(told[:MOST_SUMS])}" if told and count > 1 else ""


def _ends_with_sum(cells: list[Any]) -> bool:
    """True where the last number of a column is the sum of those above it."""
    *above, last = (cell or 0 for cell in cells)
    return math.isclose(math.fsum(above), last, abs_tol=1e-6)


def _total(cells: list[Any]) -> str:
    """The sum of a column of numbers; "" for any other, and for one of years."""
    numbers = [cell for cell in cells if isinstance(cell, (int, float)) and not isinstance(cell, bool)]
    whole = all(cell is None or cell in numbers for cell in cells)
    if not numbers or not whole or all(number in _YEARS for number in numbers):
        return ""
    return f"{round(math.fsum(numbers), 6):.15g}"
