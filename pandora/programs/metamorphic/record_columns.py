"""The columns of records: their names, their different values, and the numbers that they hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pandora.programs.inside.typed_columns import column as typed_column
from pandora.programs.metamorphic.altered_copies import Records

_LARGEST = 1e100
"""The largest number that is reckoned with; a longer one is a text."""


def column_names(records: Records) -> list[str]:
    """The names of the columns, as the first record has them."""
    return list(records[0].cells) if records else []


def distinct_values(records: Records, column: str) -> set[str]:
    """The different texts of a column, without the empty one."""
    return {str(cell) for row in records if (cell := row.cells.get(column)) not in (None, "")}


def text_of(cell: object) -> str:
    """A cell as the model is shown it: yes or no for one that is true or false."""
    return ("no", "yes")[cell] if isinstance(cell, bool) else str(cell).strip()


def plain_name(name: str) -> str:
    """A name in small letters, with blanks for what is no letter and no digit."""
    return re.sub(r"[\W_]+", " ", name).strip().casefold()


def as_number(cell: object) -> float | None:
    """The number that a cell holds; None where it holds none, or one too large to reckon with."""
    values = typed_cells([cell])
    number = values[0]
    return float(number) if isinstance(number, (int, float)) and abs(number) <= _LARGEST else None


def typed_cells(cells: Sequence[object]) -> list[Any]:
    """The cells as a program's `table` has them: numbers, where the texts of a column are some."""
    if not any(isinstance(cell, str) for cell in cells):
        return list(cells)
    return typed_column(["" if cell is None else str(cell).strip() for cell in cells])


def numeric_values(records: Records, column: str) -> list[float]:
    """The values of a column of numbers; [] where it holds anything else."""
    cells = [cell for cell in typed_cells([row.cells.get(column) for row in records]) if cell not in (None, "")]
    if not all(isinstance(cell, (int, float)) and not isinstance(cell, bool) for cell in cells):
        return []
    if any(abs(cell) > _LARGEST for cell in cells):
        return []
    return [float(cell) for cell in cells]


def is_numeric(records: Records, column: str) -> bool:
    """True where a column holds numbers alone."""
    return bool(numeric_values(records, column))
