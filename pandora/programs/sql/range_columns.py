"""A query that looks for one number in both ends of a range: it looks for the ranges that hold it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from pandora.programs.inside.nested_rows import is_rows
from pandora.programs.sql.queried_tables import QueriedTable

_FEWEST_ROWS = 3


def with_ranges_that_hold(sql: str, tables: Sequence[QueriedTable]) -> str:
    """Return a query with `low <= 6 AND high >= 6` for `low = 6 AND high = 6`, which are ends of a range.

    They are where `low` is at most `high` in each row, and less in some. Who wants games for six does not want
    those for just six. The query stays as it is where it cannot be read.
    """
    try:
        tree = sqlglot.parse_one(sql, read="sqlite")
    except (SqlglotError, RecursionError):
        return sql
    ranges = {pair for table in tables for pair in _ranges(table)}
    changed = False
    for where in [*tree.find_all(exp.Where)] if ranges else ():
        equal = {
            part.left.name: part
            for part in (where.this.flatten() if isinstance(where.this, exp.And) else ())
            if isinstance(part, exp.EQ) and isinstance(part.left, exp.Column) and part.right.is_number
        }
        for low, high in ranges:
            one, other = equal.get(low), equal.get(high)
            if one is not None and other is not None and one.right == other.right:
                one.replace(exp.LTE(this=one.left.copy(), expression=one.right.copy()))
                other.replace(exp.GTE(this=other.left.copy(), expression=other.right.copy()))
                changed = True
    return tree.sql(dialect="sqlite", pretty=True) if changed else sql


def _ranges(table: QueriedTable) -> list[tuple[str, str]]:
    """The pairs of columns of numbers of which the first is at most the second in all rows, less in some."""
    rows: Sequence[Any] = table.variable.value if is_rows(table.variable.value) else []
    if len(rows) < _FEWEST_ROWS:
        return []
    numbers = {
        name: [row.get(name) for row in rows]
        for name in rows[0]
        if all(isinstance(row.get(name), int | float) and not isinstance(row.get(name), bool) for row in rows)
    }
    return [
        (str(low), str(high))
        for low, high in permutations(numbers, 2)
        if all(one <= other for one, other in zip(numbers[low], numbers[high], strict=True))
        and numbers[low] != numbers[high]
    ]
