"""A query that groups by the month of a day: it tells the month with its year."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from pandora.programs.inside.text_folding import folded_name
from pandora.programs.sql.queried_tables import QueriedTable
from pandora.programs.sql.query_shape import parsed_query

_YEAR_AND_MONTH = "%Y-%m"


def with_years_of_months(sql: str, tables: Sequence[QueriedTable]) -> str:
    """Return a query whose groups are the months of a column of days as one whose months have their year.

    `3` is no answer to the question for a month where `2025-03` stands in the data. The groups are the same
    where all days are of one year; the query of any other column stays as it is, and one that compares the
    month of its groups.
    """
    tree = parsed_query(sql)
    group = tree.args.get("group") if tree is not None else None
    if not isinstance(tree, exp.Select) or group is None or tree.args.get("having") is not None:
        return sql
    found = [
        node
        for part in (*tree.expressions, *group.expressions)
        if (node := _month(part)) is not None and _is_of_one_year(node, tables)
    ]
    for node in found:
        column = node.find(exp.Column)
        assert column is not None
        months = exp.Anonymous(
            this="strftime", expressions=[exp.Literal.string(_YEAR_AND_MONTH), column.copy()]
        )
        node.replace(months)
    return tree.sql(dialect="sqlite", pretty=True) if found else sql


def _month(part: exp.Expr) -> exp.Expr | None:
    """The month of a column that a part of a query is, without its other name; None for anything else."""
    whole = node = part.unalias()
    while isinstance(node, (exp.Cast, exp.Paren)):
        node = node.this
    if node.find(exp.Column) is None:
        return None
    if isinstance(node, exp.TimeToStr):
        written = node.args.get("format")
        return whole if isinstance(written, exp.Literal) and written.name == "%m" else None
    return whole if isinstance(node, exp.Month) else None


def _is_of_one_year(node: exp.Expr, tables: Sequence[QueriedTable]) -> bool:
    """True where all days of the column are of one year."""
    name = folded_name(next(node.find_all(exp.Column)).name)
    columns = [column for table in tables for column in table.columns if folded_name(column.name) == name]
    if len(columns) != 1 or columns[0].kind not in ("day", "moment"):
        return False
    first, _, last = columns[0].told.partition(" to ")
    return first.strip("'")[:4].isdigit() and first.strip("'")[:4] == last.strip("'")[:4]
