"""Queries for parts of a question, of which a later one is about the rows of the first: `the most of them`."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from pandora.programs.language.text_language import possible_languages
from pandora.programs.request.asked_parts import POINTING_WORDS
from pandora.programs.sql.query_shape import parsed_query
from pandora.programs.texts.sentences import words


def with_carried_conditions(queries: Sequence[str], parts: Sequence[str]) -> list[str]:
    """Return the queries; one without a condition, whose part points back, with those of the first query.

    There is one for each part, and both read the same table alone. A small model that is asked how many
    requests failed, and which path had the most of them, counts all requests by their path.
    """
    if len(queries) != len(parts) or len(queries) < 2:
        return [*queries]
    first = _select(queries[0])
    where = first.args.get("where") if first is not None else None
    if first is None or where is None:
        return [*queries]
    return [
        queries[0],
        *(_carried(sql, part, first, where) for sql, part in zip(queries[1:], parts[1:], strict=True)),
    ]


def _carried(sql: str, part: str, first: exp.Select, where: exp.Expr) -> str:
    select = _select(sql)
    if select is None or select.args.get("where") is not None or _table(select) != _table(first):
        return sql
    pointing = {word for code in possible_languages(part) for word in POINTING_WORDS.get(code, "").split()}
    if pointing.isdisjoint(words(part)):
        return sql
    select.set("where", where.copy())
    return select.sql(dialect="sqlite", pretty=True)


def _select(sql: str) -> exp.Select | None:
    """A query of one table, without a WITH and without a query inside; None for any other."""
    tree = parsed_query(sql)
    if not isinstance(tree, exp.Select) or tree.args.get("joins") or len([*tree.find_all(exp.Select)]) > 1:
        return None
    return tree if tree.args.get("with_") is None and tree.args.get("with") is None and _table(tree) else None


def _table(select: exp.Select) -> str:
    tables = [*select.find_all(exp.Table)]
    return tables[0].name.casefold() if len(tables) == 1 and not tables[0].alias else ""
