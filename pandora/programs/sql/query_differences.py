"""What a query subtracts: amounts of which some are blank, and days."""

from __future__ import annotations

import re
from collections.abc import Callable

from sqlglot import exp

from pandora.programs.inside.text_folding import folded_name
from pandora.programs.sql.queried_tables import QueriedColumn

Kind = Callable[[object], QueriedColumn | None]
"""Which column a part of a query is; None where it is none."""
ARITHMETIC = (exp.Add, exp.Sub, exp.Mul)
_DAY = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})")


def count_blanks_that_are_taken(select: exp.Select, kind_of: Kind) -> None:
    """Let a blank be 0 in the differences of a SELECT that takes its row: `WHERE paid IS NULL OR paid < 72`."""
    where = select.args.get("where")
    tests = where.find_all(exp.Is) if where is not None else ()
    taken = {
        _plain(test.this)
        for test in tests
        if isinstance(test.expression, exp.Null) and not isinstance(test.parent, exp.Not)
    }
    for shown in select.expressions if taken else ():
        for difference in shown.find_all(*ARITHMETIC):
            for side in ("this", "expression"):
                operand = difference.args[side]
                column = kind_of(operand)
                if column is not None and column.kind == "number" and _plain(operand) in taken:
                    zero = exp.Literal.number(0)
                    difference.set(side, exp.Coalesce(this=operand.copy(), expressions=[zero]))


def _plain(node: exp.Expr) -> str:
    """An operand without brackets, quotes, the name of its table, and a value for its blanks."""
    bare = node.unnest()
    if isinstance(bare, exp.Coalesce):
        bare = bare.this.unnest()
    return folded_name(bare.name) if isinstance(bare, exp.Column) else str(bare.sql()).casefold()


def days_between(node: exp.Sub, kind_of: Kind) -> exp.Expr | None:
    """The days from one day to another one, which as texts differ by their years alone; None for numbers."""
    sides = (node.this.unnest(), node.expression.unnest())
    kinds = [column.kind if (column := kind_of(side)) else _kind_of_day(side) for side in sides]
    if not all(kind in ("day", "moment") for kind in kinds):
        return None
    days = [exp.Anonymous(this="julianday", expressions=[side.copy()]) for side in sides]
    difference = exp.Sub(this=days[0], expression=days[1])
    return exp.Paren(this=difference) if "moment" in kinds else exp.cast(difference, "INTEGER")


def _kind_of_day(node: exp.Expr) -> str:
    """`day` for a day that a query writes or reckons, and "" for anything else."""
    if isinstance(node, exp.Literal) and node.is_string and len(iso_day(node.name)) == len("2024-03-13"):
        return "day"
    return "day" if isinstance(node, (exp.Date, exp.TsOrDsToDate, exp.CurrentDate)) else ""


def iso_day(text: str, order: str = "") -> str:
    """A day with its year last (24.12.2025) as ISO has it; any other text as it is.

    Where `order` is "mdy", as a column writes its days, or only so there is such a day, the month is first.
    """
    match = _DAY.fullmatch(text)
    if match is None:
        return text
    day, month = int(match[1]), int(match[2])
    if "." not in text and (order == "mdy" or (not order and month > 12 >= day)):
        day, month = month, day
    if not 0 < month <= 12 or not 0 < day <= 31:
        return text
    return f"{match[3]}-{month:02}-{day:02}"
