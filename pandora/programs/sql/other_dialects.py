"""What other databases have in their SQL, as SQLite has it: parts of a day, and days that are reckoned."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

_DIALECTS = ("postgres", "mysql", "tsql")
_FORMAT = re.compile(r"(?:%[YmdHMSjw]|[^\w%])+")
"""What SQLite's strftime() can write."""
_PARTS = {
    **{"YEAR": "%Y", "MONTH": "%m", "DAY": "%d", "HOUR": "%H", "MINUTE": "%M", "SECOND": "%S"},
    **{"DOW": "%w", "DOY": "%j"},
}
_BEGINS = {"YEAR": "%Y-01-01", "MONTH": "%Y-%m-01", "DAY": "%Y-%m-%d"}
_STEPS = {
    **{"DAY": ("days", 1), "WEEK": ("days", 7), "MONTH": ("months", 1), "QUARTER": ("months", 3)},
    **{"YEAR": ("years", 1), "HOUR": ("hours", 1), "MINUTE": ("minutes", 1)},
}
_LATER, _EARLIER = (exp.Add, exp.DateAdd), (exp.Sub, exp.DateSub)
_MONTHS = 3
"""Months of a quarter."""


def as_sqlite_has_it(tree: exp.Expr) -> exp.Expr:
    """The query with SQLite's functions for those that only other databases have, where there are such.

    `TO_CHAR(day, 'YYYY-MM')`, `DATE_FORMAT(day, '%Y-%m')` and `FORMAT(day, 'yyyy-MM')` are one `strftime`.
    `LIKE "%moon%"` has its text in the quotes of names, as MySQL may.
    """
    return _everywhere(_everywhere(tree, _reread), _own)


def _everywhere(tree: exp.Expr, change: Callable[[exp.Expr], exp.Expr | None]) -> exp.Expr:
    """The tree with what `change` gives for its parts, the inner ones first; None leaves a part as it is."""
    for node in reversed([*tree.walk()]):
        if (new := change(node)) is not None and node.parent is not None:
            node.replace(new)
    return tree


def _reread(node: exp.Expr) -> exp.Expr | None:
    """A function that SQLite lacks as the first other database knows it that has one like SQLite's."""
    if not isinstance(node, (exp.Anonymous, exp.ToChar, exp.Format)):
        return None
    text = node.sql(dialect="postgres" if isinstance(node, exp.ToChar) else None)
    for dialect in _DIALECTS:
        try:
            found = sqlglot.parse_one(f"SELECT {text}", read=dialect).expressions[0]
        except (SqlglotError, RecursionError, IndexError):
            continue
        if isinstance(found, exp.TimeToStr):
            written = found.args["format"]
            day = not isinstance(found.this, exp.Literal)
            if day and isinstance(written, exp.Literal) and _FORMAT.fullmatch(written.name):
                return found
        elif isinstance(found, (exp.Extract, exp.Coalesce)):
            return found
    return None


def _own(node: exp.Expr) -> exp.Expr | None:
    """A part of a query as SQLite's own functions have it."""
    if isinstance(node, exp.Extract):
        return _part(node.expression, node.name.upper())
    if isinstance(node, exp.Quarter):
        return _part(node.this, "QUARTER")
    if isinstance(node, (exp.DateTrunc, exp.TimestampTrunc)):
        begin = _BEGINS.get(node.text("unit").upper())
        return _strftime(begin, node.this) if begin else None
    if isinstance(node, exp.Like) and _is_quoted_text(node.expression):
        return exp.Like(this=node.this, expression=exp.Literal.string(node.expression.name))
    if isinstance(node, (*_LATER, *_EARLIER)) and isinstance(node.expression, exp.Interval):
        return _later(node.this, node.expression, "-" if isinstance(node, _EARLIER) else "+")
    if isinstance(node, exp.DateDiff) and isinstance(node.args.get("unit"), exp.Var):
        return _days_until(node)
    if isinstance(node, (exp.Left, exp.Right)):
        number = node.expression.copy()
        start = exp.Literal.number(1) if isinstance(node, exp.Left) else exp.Neg(this=number)
        length = number if isinstance(node, exp.Left) else None
        return exp.Substring(this=node.this, start=start, length=length)
    if isinstance(node, exp.Concat):
        return _joined([_text_of(part) for part in node.expressions])
    if isinstance(node, exp.Coalesce) and not node.expressions:  # ISNULL(paid) of MySQL
        return exp.Is(this=node.this, expression=exp.Null())
    return None


def _days_until(node: exp.DateDiff) -> exp.Expr | None:
    """The days of `DATEDIFF(day, lent, back)`, which names its unit first; None of other units."""
    if not isinstance(node.this, exp.Column) or node.this.name.casefold() not in ("day", "dd", "d"):
        return None
    end = node.args["unit"].name
    later = exp.Literal.string(end) if end[:1].isdigit() else exp.column(exp.to_identifier(end, quoted=True))
    return exp.DateDiff(this=later, expression=node.expression)


def _joined(parts: Sequence[exp.Expr]) -> exp.Expr | None:
    """Texts one behind the other."""
    if not parts:
        return None
    whole = parts[0]
    for part in parts[1:]:
        whole = exp.DPipe(this=whole, expression=part)
    return exp.Paren(this=whole) if len(parts) > 1 else whole


def _text_of(part: exp.Expr) -> exp.Expr:
    """A part of a text, of which a blank is nothing."""
    if isinstance(part, exp.Literal):
        return part.copy()
    return exp.Coalesce(this=part.copy(), expressions=[exp.Literal.string("")])


def _is_quoted_text(node: object) -> bool:
    """True for a name in quotes that is a pattern: no column has a % in its name."""
    return isinstance(node, exp.Column) and node.this.quoted and not node.table and "%" in node.name


def _strftime(written: str, day: exp.Expr) -> exp.Expr:
    return exp.TimeToStr(this=day.copy(), format=exp.Literal.string(written))


def _part(day: exp.Expr, name: str) -> exp.Expr | None:
    """The year, the month or another part of a day as a number."""
    if name == "QUARTER":
        month = exp.cast(_strftime("%m", day), "INTEGER")
        months = exp.Paren(this=exp.Add(this=month, expression=exp.Literal.number(_MONTHS - 1)))
        whole = exp.Div(this=months, expression=exp.Literal.number(_MONTHS), typed=True, safe=True)
        return exp.Paren(this=whole)
    return exp.cast(_strftime(_PARTS[name], day), "INTEGER") if name in _PARTS else None


def _later(day: exp.Expr, interval: exp.Interval, sign: str) -> exp.Expr | None:
    """The day that is so much later, or earlier, than another one."""
    number, unit = interval.name, interval.text("unit").upper().removesuffix("S")
    if unit not in _STEPS or not number.isdigit():
        return None
    step, times = _STEPS[unit]
    function = "datetime" if step in ("hours", "minutes") else "date"
    change = exp.Literal.string(f"{sign}{int(number) * times} {step}")
    return exp.Anonymous(this=function, expressions=[day.copy(), change])
