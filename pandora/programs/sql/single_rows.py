"""A query that adds up one row, which a condition on its name picks: without that condition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlglot import exp

from pandora.programs.inside.nested_rows import is_rows
from pandora.programs.inside.text_folding import folded
from pandora.programs.sql.queried_tables import QueriedTable
from pandora.programs.sql.query_shape import parsed_query

_FEWEST_ROWS = 3
"""So many rows, each with another name, make a column one of names."""


def without_single_rows(sql: str, tables: Sequence[QueriedTable], request: str) -> str:
    """Return a query that sums, averages or counts, without a condition that leaves it one row by its name.

    A small model that is asked what a hut weekend cost looks for `Hut first night`. A name that the request has
    as a whole is meant. The query stays as it is where it cannot be read.
    """
    tree = parsed_query(sql)
    if tree is None:
        return sql
    names = _names(tables)
    found = [
        condition
        for select in tree.find_all(exp.Select)
        if _adds_up(select) and (where := select.args.get("where"))
        for condition in _conditions(where.this)
        if (text := _text_of(condition)) is not None and text in names and text not in folded(request)
    ]
    for condition in found:
        parent = condition.parent
        if isinstance(parent, exp.And):
            parent.replace(parent.right if condition is parent.left else parent.left)
        elif isinstance(parent, exp.Where):
            parent.pop()
    return tree.sql(dialect="sqlite", pretty=True) if found else sql


def _adds_up(select: exp.Select) -> bool:
    sums = any(select_.find(exp.Sum, exp.Avg, exp.Count) for select_ in select.selects)
    return sums and not select.args.get("group")


def _conditions(tree: exp.Expr) -> Iterator[exp.Expr]:
    """The conditions that must all hold."""
    if isinstance(tree, exp.And):
        yield from _conditions(tree.left)
        yield from _conditions(tree.right)
    else:
        yield tree


def _text_of(condition: exp.Expr) -> str | None:
    """The text, folded, that a condition compares a column with; None for any other condition."""
    if not isinstance(condition, exp.EQ) or not isinstance(condition.left, exp.Column):
        return None
    value = condition.right
    return folded(value.this) if isinstance(value, exp.Literal) and value.is_string else None


def _names(tables: Sequence[QueriedTable]) -> set[str]:
    """The texts of the columns in which each row has another one, folded."""
    names: set[str] = set()
    for table in tables:
        rows: Sequence[Mapping[str, Any]] = table.variable.value if is_rows(table.variable.value) else []
        for column in dict.fromkeys(name for row in rows for name in row):
            texts = [row.get(column) for row in rows]
            if len(rows) >= _FEWEST_ROWS and all(isinstance(text, str) for text in texts):
                different = {folded(str(text)) for text in texts}
                names |= different if len(different) == len(rows) else set()
    return names
