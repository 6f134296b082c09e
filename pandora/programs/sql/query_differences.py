"""What a query subtracts: what lacks, amounts of which some are blank, and days."""

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


def turn_differences(select: exp.Select, kind_of: Kind) -> None:
    """Take what lacks as `minimum - stock` where a SELECT has the rows with `stock < minimum`.

    It is turned only where no number of the columns is below zero: of temperatures it may be.
    """
    smaller = {_smaller_first(comparison) for comparison in _held_by_each_row(select)}
    for shown in select.expressions:
        _turn_below(shown, smaller, kind_of)
    _turn_in_cases(select, kind_of)


def _smaller_first(comparison: exp.Expr) -> tuple[str, str]:
    sides = (_plain(comparison.args["this"]), _plain(comparison.args["expression"]))
    return sides if isinstance(comparison, (exp.LT, exp.LTE)) else (sides[1], sides[0])


def _turn_below(part: exp.Expr, smaller: set[tuple[str, str]], kind_of: Kind) -> None:
    """Turn each difference of a smaller operand and a larger one in a part of a query."""
    for difference in part.find_all(exp.Sub):
        sides = (_plain(difference.this), _plain(difference.expression))
        columns = [*difference.find_all(exp.Column)]
        signed = any((column := kind_of(node)) is None or column.signed for node in columns)
        if columns and not signed and sides in smaller and (sides[1], sides[0]) not in smaller:
            less, more = difference.this, difference.expression
            difference.set("this", more)
            difference.set("expression", less)


def _held_by_each_row(select: exp.Select) -> list[exp.Expr]:
    """The comparisons that all rows of a SELECT meet, but for those whose value is blank."""
    held: list[exp.Expr] = []
    parts = [part.this for name in ("where", "having") if (part := select.args.get(name)) is not None]
    while parts:
        part = parts.pop().unnest()
        if isinstance(part, exp.And):
            parts += [part.this, part.expression]
        elif isinstance(part, exp.Or):
            blanks = [side.unnest() for side in (part.this, part.expression)]
            parts += [side for side in blanks if any(isinstance(other, exp.Is) for other in blanks)]
        elif isinstance(part, (exp.LT, exp.LTE, exp.GT, exp.GTE)):
            held.append(part)
    return held


def _turn_in_cases(select: exp.Select, kind_of: Kind) -> None:
    """The same for what a CASE gives where its condition holds: `WHEN due < back THEN due - back`."""
    for case in select.find_all(exp.If):
        condition = case.this.unnest()
        if isinstance(condition, (exp.LT, exp.LTE, exp.GT, exp.GTE)) and case.args.get("true") is not None:
            _turn_below(case.args["true"], {_smaller_first(condition)}, kind_of)


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
