"""A query that a model wrote, put right by what code knows of the tables: names, blanks, dates and divisions.

SQL has traps that a person who asks does not mean: `status <> 'paid'` leaves out the blanks, `fee - paid` is
nothing where nothing was paid, `1 / 3` is 0, and a last day of a month without its hours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from pandora.programs.inside.sql_query import KEYWORDS, quoted
from pandora.programs.sql.forgotten_joins import folded_name, join_what_lacks
from pandora.programs.sql.queried_tables import QueriedColumn, QueriedTable

_QUOTED = re.compile(r"('(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`|--[^\n]*)")
_DAY = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})")
_ARITHMETIC = (exp.Add, exp.Sub, exp.Mul)
_COMPARISONS = (exp.LT, exp.LTE, exp.GT, exp.GTE, exp.EQ, exp.NEQ)


def repaired_queries(text: str, tables: Sequence[QueriedTable]) -> list[str]:
    """The queries of a text, each as SQLite reads it; those that cannot be read stay as they are."""
    quoted_names = _with_quoted_names(text, tables)
    try:
        parsed = sqlglot.parse(quoted_names, read="sqlite")
    except (SqlglotError, RecursionError):
        return [part.strip() for part in quoted_names.split(";") if part.strip()]
    return [
        _repaired(tree, tables).sql(dialect="sqlite", pretty=True, comments=False)
        for tree in parsed
        if isinstance(tree, exp.Query)
    ]


def _with_quoted_names(text: str, tables: Sequence[QueriedTable]) -> str:
    """The text with each name of a column in quotes that is no plain name, or a word of SQL."""
    names = sorted({column.name for table in tables for column in table.columns}, key=len, reverse=True)
    odd = [name for name in names if not re.fullmatch(r"\w+", name) or name.casefold() in KEYWORDS]
    if not odd:
        return text
    either = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, odd))})(?!\w)(?!\s+BY\b)", re.I)
    by_folded = {name.casefold(): name for name in odd}

    def with_quotes(match: re.Match[str]) -> str:
        name = by_folded[match[1].casefold()]
        # A word of SQL is meant where it is not written as the column is.
        return quoted(name) if match[1] == name or not re.fullmatch(r"\w+", name) else match[1]

    parts = _QUOTED.split(text)
    return "".join(part if place % 2 else either.sub(with_quotes, part) for place, part in enumerate(parts))


def _repaired(tree: exp.Expr, tables: Sequence[QueriedTable]) -> exp.Expr:
    known = {folded_name(column.name): column for table in tables for column in table.columns}
    by_table = {table.name.casefold(): table for table in tables}
    for table in tree.find_all(exp.Table):
        if table.name.casefold() not in by_table and len(tables) == 1 and not _is_defined(table.name, tree):
            table.set("this", exp.to_identifier(tables[0].name, quoted=True))
    aliases = {alias.alias.casefold() for alias in tree.find_all(exp.Alias)}
    for column in tree.find_all(exp.Column):
        meant = known.get(folded_name(column.name)) or _begun_by(column.name, known)
        if meant is not None and column.name.casefold() not in aliases - {meant.name.casefold()}:
            column.set("this", exp.to_identifier(meant.name, quoted=True))
    join_what_lacks(tree, tables)

    def kind_of(node: object) -> QueriedColumn | None:
        found = node.unnest() if isinstance(node, exp.Expr) else None
        return known.get(folded_name(found.name)) if isinstance(found, exp.Column) else None

    for select in [*tree.find_all(exp.Select)]:
        _turn_differences(select, kind_of)
        _add_nothing_up_to_zero(select, kind_of)
        _count_blanks_that_are_taken(select, kind_of)
    return tree.transform(lambda node: _as_meant(node, kind_of), copy=True)


def _begun_by(name: str, known: Mapping[str, QueriedColumn]) -> QueriedColumn | None:
    """The one column whose name begins with another one: `Betrag` is `Betrag EUR`."""
    words = name.casefold().split()
    begun = [column for column in known.values() if column.name.casefold().split()[: len(words)] == words]
    return begun[0] if words and len(begun) == 1 else None


def _is_defined(name: str, tree: exp.Expr) -> bool:
    return any(part.alias.casefold() == name.casefold() for part in tree.find_all(exp.CTE, exp.Subquery))


Kind = Callable[[object], QueriedColumn | None]


def _as_meant(node: exp.Expr, kind_of: Kind) -> exp.Expr:
    """A part of a query as it is meant."""
    if isinstance(node, exp.Div):
        return exp.Div(this=exp.cast(node.this, "REAL"), expression=node.expression)
    if isinstance(node, (*_COMPARISONS, exp.Between, exp.In)):
        _compare_part_of_time(node)
    if isinstance(node, exp.Sub) and (days := _days_between(node, kind_of)) is not None:
        return days
    if isinstance(node, (*_ARITHMETIC, *_COMPARISONS)):
        _fill_blanks(node, kind_of)
    if isinstance(node, (exp.LTE, exp.GT, exp.Between)):
        _cut_times(node, kind_of)
    if (column := kind_of(node.args.get("this")) or kind_of(node.args.get("expression"))) is not None:
        _name_days(node, column)
    if isinstance(node, exp.Like) and (column := kind_of(node.this)) is not None and column.kind == "text":
        _look_inside(node, column)
    if isinstance(node, (exp.EQ, exp.NEQ)) and (column := kind_of(node.this)) and column.kind == "flag":
        _name_flag(node)
    if isinstance(node, exp.NEQ) and (column := kind_of(node.this)) is not None and column.blank:
        return _compared(node, column)
    if isinstance(node, exp.EQ) and kind_of(node.this) is not None and _is_empty_text(node.expression):
        return exp.Is(this=node.this, expression=exp.Null())
    if isinstance(node, exp.Not) and isinstance(node.this, (exp.In, exp.Like)):
        column = kind_of(node.this.this)
        if column is not None and column.blank:
            blank = exp.Is(this=node.this.this.copy(), expression=exp.Null())
            return exp.Paren(this=exp.Or(this=node, expression=blank))
    return node


def _turn_differences(select: exp.Select, kind_of: Kind) -> None:
    """Take what lacks as `minimum - stock` where a SELECT has the rows with `stock < minimum`.

    It is turned only where no number of the columns is below zero: of temperatures it may be.
    """
    smaller: set[tuple[str, str]] = set()
    for comparison in select.find_all(exp.LT, exp.LTE, exp.GT, exp.GTE):
        sides = (_plain(comparison.this), _plain(comparison.expression))
        smaller.add(sides if isinstance(comparison, (exp.LT, exp.LTE)) else (sides[1], sides[0]))
    for shown in select.expressions:
        for difference in shown.find_all(exp.Sub):
            sides = (_plain(difference.this), _plain(difference.expression))
            columns = [*difference.find_all(exp.Column)]
            signed = any((column := kind_of(node)) is None or column.signed for node in columns)
            if columns and not signed and sides in smaller and (sides[1], sides[0]) not in smaller:
                less, more = difference.this, difference.expression
                difference.set("this", more)
                difference.set("expression", less)


def _count_blanks_that_are_taken(select: exp.Select, kind_of: Kind) -> None:
    """Let a blank be 0 in the differences of a SELECT that takes its row: `WHERE paid IS NULL OR paid < 72`."""
    where = select.args.get("where")
    tests = where.find_all(exp.Is) if where is not None else ()
    taken = {
        _plain(test.this)
        for test in tests
        if isinstance(test.expression, exp.Null) and not isinstance(test.parent, exp.Not)
    }
    for shown in select.expressions if taken else ():
        for difference in shown.find_all(*_ARITHMETIC):
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


def _days_between(node: exp.Sub, kind_of: Kind) -> exp.Expr | None:
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
    if isinstance(node, exp.Literal) and node.is_string and len(_iso(node.name)) == len("2024-03-13"):
        return "day"
    return "day" if isinstance(node, (exp.Date, exp.TsOrDsToDate, exp.CurrentDate)) else ""


def _compare_part_of_time(node: exp.Expr) -> None:
    """Compare a month, a year or a weekday as a number with numbers: as a text it is larger than each of them.

    Where a weekday is compared with 7, Monday is 1 and Sunday is 7.
    """
    time = node.this
    limits = [node.args.get(side) for side in ("expression", "low", "high")] + (
        node.args.get("expressions") or []
    )
    given = [limit for limit in limits if limit is not None]
    numbers = [limit.name for limit in given if isinstance(limit, exp.Literal) and not limit.is_string]
    if not isinstance(time, exp.TimeToStr) or not given or len(numbers) < len(given):
        return
    number: exp.Expr = exp.cast(time.copy(), "INTEGER")
    if time.args["format"].name == "%w" and "7" in numbers:
        from_monday = exp.Paren(this=exp.Add(this=number, expression=exp.Literal.number(6)))
        weekday = exp.Mod(this=from_monday, expression=exp.Literal.number(7))
        number = exp.Paren(this=exp.Add(this=weekday, expression=exp.Literal.number(1)))
    node.set("this", number)


def _add_nothing_up_to_zero(select: exp.Select, kind_of: Kind) -> None:
    """Let the sum of a group be 0 where all of its cells are blank; of all rows it is a sum of nothing."""
    for shown in select.expressions if select.args.get("group") else ():
        for added in [*shown.find_all(exp.Sum)]:
            column = kind_of(added.this)
            if column is not None and column.blank and not isinstance(added.parent, exp.Coalesce):
                zero = exp.Literal.number(0)
                added.replace(exp.Coalesce(this=added.copy(), expressions=[zero]))


def _name_days(node: exp.Expr, column: QueriedColumn) -> None:
    """Write the days that a column of days is compared with as ISO has them."""
    for side in ("this", "expression", "low", "high") if column.kind in ("day", "moment") else ():
        if isinstance(literal := node.args.get(side), exp.Literal):
            literal.set("this", _iso(literal.name))


def _look_inside(node: exp.Like, column: QueriedColumn) -> None:
    """Look for a text anywhere in the cells where LIKE has no placeholder, and the text is no known value."""
    looked_for = node.expression
    if (
        not isinstance(looked_for, exp.Literal)
        or not looked_for.is_string
        or re.search("[%_]", looked_for.name)
    ):
        return
    values = set(re.findall(r"'((?:[^'\\]|\\.)*)'", column.told))
    if looked_for.name.strip() and folded_name(looked_for.name) not in set(map(folded_name, values)):
        looked_for.set("this", f"%{looked_for.name}%")


def _name_flag(node: exp.Binary) -> None:
    """Compare what is true or false, which is 1 or 0 in the database, with that, also where it has a text."""
    said = node.expression.name.casefold()
    if isinstance(node.expression, exp.Literal) and said in ("true", "false"):
        node.set("expression", exp.Literal.number(int(said == "true")))


def _compared(node: exp.NEQ, column: QueriedColumn) -> exp.Expr:
    """`column <> value`, of which a blank is one, too."""
    if _is_empty_text(node.expression):
        return exp.Not(this=exp.Is(this=node.this, expression=exp.Null()))
    if not isinstance(node.expression, exp.Literal) or column.kind == "number":
        return node
    return exp.Not(this=exp.NullSafeEQ(this=node.this, expression=node.expression))


def _is_empty_text(node: exp.Expr) -> bool:
    return isinstance(node, exp.Literal) and node.is_string and not node.name.strip()


def _fill_blanks(node: exp.Expr, kind_of: Kind) -> None:
    """Let a blank among numbers be 0 where it is reckoned with another column, or compared with one."""
    sides = [node.this, node.expression]
    if not all(any(True for _ in side.find_all(exp.Column)) for side in sides):
        return
    for side, given in zip(sides, ("this", "expression"), strict=True):
        column = kind_of(side)
        if column is not None and column.kind == "number" and column.blank:
            node.set(given, exp.Coalesce(this=side.copy(), expressions=[exp.Literal.number(0)]))


def _cut_times(node: exp.Expr, kind_of: Kind) -> None:
    """Compare days where a day is the limit of moments: the whole last day is meant."""
    column, limit = kind_of(node.this), node.args.get("high") or node.expression
    day = isinstance(limit, exp.Literal) and len(_iso(limit.name)) == len("2024-03-13")
    if day and column is not None and column.kind == "moment":
        node.set("this", exp.Anonymous(this="date", expressions=[node.this.copy()]))


def _iso(text: str) -> str:
    """A day with its year last (24.12.2025) as ISO has it; any other text as it is."""
    match = _DAY.fullmatch(text)
    if match is None or not 0 < int(match[2]) <= 12 or not 0 < int(match[1]) <= 31:
        return text
    return f"{match[3]}-{int(match[2]):02}-{int(match[1]):02}"
