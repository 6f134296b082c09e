"""A query that goes on with what an earlier one of the same text found, by the name that it gave it."""

from __future__ import annotations

from collections.abc import Sequence

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from pandora.programs.inside.text_folding import folded
from pandora.programs.sql.queried_tables import QueriedTable

_CLAUSES = ("from_", "joins", "where", "group", "having", "order", "limit")


def with_earlier_results(queries: Sequence[str], tables: Sequence[QueriedTable]) -> list[str]:
    """Return queries in which the name of an earlier one's only value stands for that query.

    Behind `SELECT SUM(km) AS total`, a small model writes `SELECT total * 0.3 FROM trips`. A column of the
    tables is no such name. A query that then reads no column of its own reads no table either. What cannot be
    read stays as it is.
    """
    columns = {folded(column) for table in tables for column in table.names}
    known: dict[str, exp.Select] = {}
    done = []
    for sql in queries:
        try:
            tree = sqlglot.parse_one(sql, read="sqlite")
        except (SqlglotError, RecursionError):
            done.append(sql)
            continue
        own = {folded(alias.alias) for alias in tree.find_all(exp.Alias, exp.CTE, exp.Subquery) if alias.alias}
        used = [
            column
            for column in tree.find_all(exp.Column)
            if (name := folded(column.name)) in known and name not in columns and name not in own
        ]
        for column in used:
            column.replace(exp.paren(known[folded(column.name)].copy()))
        if used and isinstance(tree, exp.Select) and not _reads_rows(tree):
            for clause in _CLAUSES:
                tree.set(clause, None)
        done.append(tree.sql(dialect="sqlite", pretty=True) if used else sql)
        if isinstance(tree, exp.Select) and not tree.args.get("group"):
            known |= {
                folded(part.alias): tree.select(part.this, append=False)
                for part in tree.selects
                if isinstance(part, exp.Alias) and part.find(exp.AggFunc)
            }
    return done


def _reads_rows(tree: exp.Select) -> bool:
    """True where what is selected reads a column, outside of the queries that were put in."""
    return any(column.parent_select is tree for part in tree.selects for column in part.find_all(exp.Column))
