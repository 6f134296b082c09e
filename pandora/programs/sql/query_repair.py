"""A query that a model wrote, put right by what code knows of the tables: names, blanks, dates and divisions.

SQL has traps that a person who asks does not mean: `status <> 'paid'` leaves out the blanks, `fee - paid` is
nothing where nothing was paid, `1 / 3` is 0, and a last day of a month without its hours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import sqlglot
from sqlglot import exp
from sqlglot.errors import ErrorLevel, SqlglotError, UnsupportedError

from pandora.programs.inside.sql_query import KEYWORDS, quoted
from pandora.programs.inside.text_folding import folded, folded_name
from pandora.programs.language.number_words import with_digits
from pandora.programs.sql.forgotten_joins import join_what_lacks
from pandora.programs.sql.other_dialects import as_sqlite_has_it
from pandora.programs.sql.queried_tables import QueriedColumn, QueriedTable
from pandora.programs.sql.query_differences import (
    ARITHMETIC,
    Kind,
    count_blanks_that_are_taken,
    days_between,
    iso_day,
    turn_differences,
)

_QUOTED = re.compile(r"('(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`|--[^\n]*)")
_COMPARED = re.compile(r"([^\s<>=!]+)\s*[<>=!]+\s*$")
"""What stands before a comparison, at the end of a text."""
_YEAR = 4
"""Figures of a year."""
_FIGURES = {**dict.fromkeys(("%m", "%d", "%H", "%M", "%S"), 2), "%Y": _YEAR, "%j": 3, "%w": 1}
"""Figures of the parts of a time: '3' is no month, but '03'."""
_MEASURED = ("number", "day", "moment")
_COMPARISONS = (exp.LT, exp.LTE, exp.GT, exp.GTE, exp.EQ, exp.NEQ)


def repaired_queries(text: str, tables: Sequence[QueriedTable]) -> list[str]:
    """The queries of a text, each as SQLite reads it; those that cannot be read stay as they are."""
    quoted_names = _with_quoted_names(text, tables)
    parsed = next((found for found in map(_parsed, _written_in(quoted_names)) if found is not None), None)
    if parsed is None:
        return [part.strip() for part in quoted_names.split(";") if part.strip()]
    written = [part.strip() for part in quoted_names.split(";") if part.strip()]
    queries = [tree for tree in parsed if isinstance(tree, exp.Query)]
    return [
        _as_sql(_repaired(tree, tables), written[at] if len(written) == len(queries) else "")
        for at, tree in enumerate(queries)
    ]


def _written_in(text: str) -> Iterator[tuple[str, str]]:
    """A text with each of the dialects that it may be in: SQLite's, or with `TOP 1`, or with `it\\'s`."""
    yield text, "sqlite"
    yield text, "tsql"
    yield text.replace("\\'", "''"), "sqlite"


def _parsed(written: tuple[str, str]) -> list[exp.Expr | None] | None:
    """The statements of a text in a dialect; None where it cannot be read so."""
    try:
        return [*sqlglot.parse(written[0], read=written[1])]
    except (SqlglotError, RecursionError):
        return None


def without_own_limit(sql: str, request: str) -> str:
    """A query that gives groups without a limit that its request does not name; any other one as it is.

    What is to be a table has a row for each group. A small model that is asked for the largest first takes the
    largest alone. A limit behind an offset stays: the second largest is one row.
    """
    try:
        tree = sqlglot.parse_one(sql, read="sqlite")
    except (SqlglotError, RecursionError):
        return sql
    limit = tree.args.get("limit")
    count = limit.expression if isinstance(limit, exp.Limit) else None
    if (
        not tree.args.get("group")
        or tree.args.get("offset")
        or not isinstance(count, exp.Literal)
        or not count.is_int
    ):
        return sql
    if count.this == "1":  # `a` and `one` are 1 in some languages
        is_said = re.search(r"(?<![\w.,])1(?!\w|[.,]\d)", request)
    else:
        is_said = re.search(rf"(?<![\d.,]){count.this}(?!\d|[.,]\d)", with_digits(request.replace("-", " ")))
    if is_said:
        return sql
    tree.set("limit", None)
    return _as_sql(tree, sql)


def _as_sql(tree: exp.Expr, written: str) -> str:
    """The text of a query; as it was `written` where SQLite lacks a function, which it then says."""
    try:
        return tree.sql(dialect="sqlite", pretty=True, comments=False, unsupported_level=ErrorLevel.RAISE)
    except UnsupportedError:
        return written or tree.sql(dialect="sqlite", pretty=True, comments=False)


def _with_quoted_names(text: str, tables: Sequence[QueriedTable]) -> str:
    """The text with each name of a column in quotes that is no plain name: `Fee due`, `2024`, a word of SQL."""
    names = sorted({column.name for table in tables for column in table.columns}, key=len, reverse=True)
    odd = [name for name in names if name and _is_odd(name)]
    if not odd:
        return text
    either = re.compile(rf"(?<!\w)(?<!\d\.)({'|'.join(map(re.escape, odd))})(?!\w)(?!\.\d)(?!\s+BY\b)", re.I)
    by_folded = {name.casefold(): name for name in odd}

    def with_quotes(match: re.Match[str]) -> str:
        name = by_folded[match[1].casefold()]
        compared = _COMPARED.search(match.string, 0, match.start())
        if name.isdigit() and compared and compared[1].casefold() not in by_folded:
            return match[1]  # the year that is asked for
        # A word of SQL is meant where it is not written as the column is.
        return quoted(name) if match[1] == name or not re.fullmatch(r"\w+", name) else match[1]

    parts = _QUOTED.split(text)
    return "".join(part if place % 2 else either.sub(with_quotes, part) for place, part in enumerate(parts))


def _is_odd(name: str) -> bool:
    """True for a name of a column that is none to SQL; 2024 is one of these, and 3 may be meant as a number."""
    plain = re.fullmatch(r"\w+", name) and (not name[0].isdigit() or (name.isdigit() and len(name) < _YEAR))
    return not plain or name.casefold() in KEYWORDS


def _repaired(tree: exp.Expr, tables: Sequence[QueriedTable]) -> exp.Expr:
    by_table = {table.name.casefold(): table for table in tables}
    tree = as_sqlite_has_it(tree)
    for table in tree.find_all(exp.Table):
        if table.db:  # `FROM loans.csv`
            named = next((name for name in (table.db, table.name) if name.casefold() in by_table), table.name)
            table.set("this", exp.to_identifier(named, quoted=table.this.quoted))
            table.set("db", None)
        if table.name.casefold() not in by_table and len(tables) == 1 and not _is_defined(table.name, tree):
            table.set("this", exp.to_identifier(tables[0].name, quoted=True))
    aliases = {alias.alias.casefold() for alias in tree.find_all(exp.Alias)}
    _take_units_for_names(tree, tables)
    _take_for_texts(tree, by_table, aliases)
    for column in tree.find_all(exp.Column):
        meant = _meant(column, by_table)
        if meant is not None and column.name.casefold() not in aliases - {meant.name.casefold()}:
            column.set("this", exp.to_identifier(meant.name, quoted=True))
    join_what_lacks(tree, tables)

    def kind_of(node: object) -> QueriedColumn | None:
        found = node.unnest() if isinstance(node, exp.Expr) else None
        return _meant(found, by_table) if isinstance(found, exp.Column) else None

    for select in [*tree.find_all(exp.Select)]:
        _multiply_in_each_row(select, kind_of)
        turn_differences(select, kind_of)
        _add_nothing_up_to_zero(select, kind_of)
        _sort_blanks_last(select, kind_of)
        count_blanks_that_are_taken(select, kind_of)
    return tree.transform(lambda node: _as_meant(node, kind_of), copy=True)


def _multiply_in_each_row(select: exp.Select, kind_of: Kind) -> None:
    """Let `SUM(balls) * SUM(metres)` be `SUM(balls * metres)`: nobody means a product of two sums of numbers.

    So it is with `SUM(balls) * metres` where there are no groups, whose metres are those of any one row.
    """
    grouped = select.args.get("group") is not None
    for product in [*select.find_all(exp.Mul)]:
        if product.find_ancestor(exp.Select) is not select:
            continue
        sides = [product.this.unnest(), product.expression.unnest()]
        factors = [side.this if isinstance(side, exp.Sum) else side for side in sides]
        sums = sum(isinstance(side, exp.Sum) for side in sides)
        numbers = all((found := kind_of(factor)) is not None and found.kind == "number" for factor in factors)
        if numbers and (sums == len(sides) or (sums and not grouped)):
            one, other = (factor.copy() for factor in factors)
            product.replace(exp.Sum(this=exp.Mul(this=one, expression=other)))


def _take_for_texts(tree: exp.Expr, tables: Mapping[str, QueriedTable], aliases: set[str]) -> None:
    """Let `note = "moved"` have a text where no column is called so, as other databases read it."""
    for column in [*tree.find_all(exp.Column)]:
        compared = column.parent
        if not isinstance(compared, (exp.EQ, exp.NEQ, exp.In)) or compared.this is column:
            continue
        if not column.this.args.get("quoted") or column.table or column.name.casefold() in aliases:
            continue
        known = isinstance(compared.this, exp.Column) and _meant(compared.this, tables) is not None
        if known and _meant(column, tables) is None:
            column.replace(exp.Literal.string(column.name))


def _meant(column: exp.Column, tables: Mapping[str, QueriedTable]) -> QueriedColumn | None:
    """The column that a name means, of the tables that its SELECT reads from: first by the very name."""
    columns = [own for table in _read_from(column, tables) for own in table.columns]
    for same in (str, str.casefold, folded_name):
        found = [own for own in columns if same(own.name) == same(column.name)]
        if len({own.name for own in found}) == 1:
            blank, signed = any(own.blank for own in found), any(own.signed for own in found)
            return replace(found[0], blank=blank, signed=signed)
    return _begun_by(column.name, columns)


def _read_from(column: exp.Column, tables: Mapping[str, QueriedTable]) -> list[QueriedTable]:
    """The tables that a column may be of: the one that it names, those of its SELECT, or else all."""
    select = column.parent_select
    parts = [select.args.get("from_"), *(select.args.get("joins") or ())] if select is not None else []
    read = [part.this for part in parts if part is not None and isinstance(part.this, exp.Table)]
    by_alias = {table.alias_or_name.casefold(): tables.get(table.name.casefold()) for table in read}
    name = column.table.casefold()
    named = [by_alias.get(name) or tables.get(name)] if name else [*by_alias.values()]
    asked = folded_name(column.name)
    having = [table for table in named if table and asked in map(folded_name, table.names)]
    return having or [*tables.values()]


def _begun_by(name: str, columns: Sequence[QueriedColumn]) -> QueriedColumn | None:
    """The one column whose name begins with another one: `per_piece` is `Per piece (g)`."""
    words = _words_of(name)
    begun = [column for column in columns if _words_of(column.name)[: len(words)] == words]
    return begun[0] if words and len({column.name for column in begun}) == 1 else None


def _words_of(name: str) -> list[str]:
    return re.findall(r"[^\W_]+", folded(name))


def _take_units_for_names(tree: exp.Expr, tables: Sequence[QueriedTable]) -> None:
    """Let `PER_PIECE(g)` be the column `Per piece (g)`, where the data has one: its unit is no argument."""
    names = {tuple(_words_of(column.name)): column.name for table in tables for column in table.columns}
    for call in [*tree.find_all(exp.Anonymous)]:
        words = [*_words_of(call.name), *(word for part in call.expressions for word in _words_of(part.sql()))]
        if name := names.get(tuple(words)):
            call.replace(exp.column(exp.to_identifier(name, quoted=True)))


def _is_defined(name: str, tree: exp.Expr) -> bool:
    return any(part.alias.casefold() == name.casefold() for part in tree.find_all(exp.CTE, exp.Subquery))


def _as_meant(node: exp.Expr, kind_of: Kind) -> exp.Expr:
    """A part of a query as it is meant."""
    if isinstance(node, exp.And) and node.find_ancestor(exp.Not) is None:
        for side, other in ((node.left, node.right), (node.right, node.left)):
            if _holds_of_none(side, kind_of):
                return other
    if isinstance(node, exp.Div) and not any(isinstance(part, exp.Cast) for part in node.this.walk()):
        return exp.Div(this=exp.cast(node.this, "REAL"), expression=node.expression)
    if isinstance(node, exp.Median):  # SQLite's own dialect has another function in its place
        return exp.Anonymous(this="median", expressions=[node.this])
    if isinstance(node, (*_COMPARISONS, exp.Between, exp.In)):
        _compare_part_of_time(node)
    if isinstance(node, exp.Sub) and (days := days_between(node, kind_of)) is not None:
        return days
    if isinstance(node, (*ARITHMETIC, *_COMPARISONS)):
        _fill_blanks(node, kind_of)
    if (column := kind_of(node.args.get("this")) or kind_of(node.args.get("expression"))) is not None:
        _name_days(node, column)
    if isinstance(node, (exp.LTE, exp.GT, exp.Between)):
        _cut_times(node, kind_of)
    if isinstance(node, (exp.EQ, exp.NEQ)) and (column := kind_of(node.this)) and column.holds_lists:
        return _among_items(node)
    if isinstance(node, exp.Like) and (column := kind_of(node.this)) is not None and column.kind == "text":
        _look_inside(node, column)
    if isinstance(node, (exp.EQ, exp.NEQ)) and (column := kind_of(node.this)) and column.kind == "flag":
        _name_flag(node)
    if isinstance(node, (exp.EQ, exp.NEQ)) and isinstance(node.expression, exp.Null):
        null = exp.Is(this=node.this, expression=node.expression)
        return exp.Not(this=null) if isinstance(node, exp.NEQ) else null
    if isinstance(node, exp.NEQ) and (column := kind_of(node.this)) is not None and column.blank:
        return _compared(node, column)
    bare = (
        node.this.this if isinstance(node, (exp.EQ, exp.NEQ)) and isinstance(node.this, exp.Trim) else node.this
    )
    if isinstance(node, (exp.EQ, exp.NEQ)) and kind_of(bare) is not None and _is_empty_text(node.expression):
        null = exp.Is(this=bare, expression=exp.Null())
        return exp.Not(this=null) if isinstance(node, exp.NEQ) else null
    if (
        isinstance(node, exp.Like)
        and node.args.get("negate")
        and (column := kind_of(node.this))
        and column.blank
    ):
        blank = exp.Is(this=node.this.copy(), expression=exp.Null())
        return exp.Paren(this=exp.Or(this=node, expression=blank))
    if isinstance(node, exp.Not) and isinstance(node.this, (exp.In, exp.Like)):
        column = kind_of(node.this.this)
        if column is not None and column.blank:
            blank = exp.Is(this=node.this.this.copy(), expression=exp.Null())
            return exp.Paren(this=exp.Or(this=node, expression=blank))
    return node


def _holds_of_none(condition: exp.Expr, kind_of: Kind) -> bool:
    """True for `fee IS NULL` of a column without blanks, and `fee = 0` of one whose numbers are all above.

    Beside another condition it is one thing said twice: `not paid` is told by the day of payment alone.
    """
    condition = condition.unnest()
    of_nothing = isinstance(condition, exp.Is) and isinstance(condition.expression, exp.Null)
    if not of_nothing and not (isinstance(condition, exp.EQ) and condition.expression.sql() == "0"):
        return False
    column = kind_of(condition.this)
    if column is None or column.blank:
        return False
    least = re.match(r"-?\d+(?:\.\d+)?", column.told) if column.kind == "number" else None
    return of_nothing or (least is not None and float(least[0]) > 0)


def _compare_part_of_time(node: exp.Expr) -> None:
    """Compare a month, a year or a weekday as a number with numbers: as a text it is larger than each of them.

    Where a weekday is compared with 7, Monday is 1 and Sunday is 7.
    """
    time = node.this
    limits = [node.args.get(side) for side in ("expression", "low", "high")] + (
        node.args.get("expressions") or []
    )
    given = [limit for limit in limits if limit is not None]
    numbers = [limit.name for limit in given if isinstance(limit, exp.Literal) and limit.name.isdigit()]
    if not isinstance(time, exp.TimeToStr) or not given or len(numbers) < len(given):
        return
    padded = _FIGURES.get(time.args["format"].name)
    texts = [limit.name for limit in given if limit.is_string]
    if texts and (padded is None or all(len(text) == padded for text in texts)):
        return
    for limit in given:
        limit.replace(exp.Literal.number(int(limit.name)))
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


def _sort_blanks_last(select: exp.Select, kind_of: Kind) -> None:
    """Let no blank come first where rows are sorted by numbers or days: the cheapest one has a price."""
    order = select.args.get("order")
    for part in order.expressions if order is not None else ():
        columns = [kind_of(column) for column in part.find_all(exp.Column)]
        blank = any(column is not None and column.blank and column.kind in _MEASURED for column in columns)
        if blank and isinstance(part, exp.Ordered) and not part.args.get("desc"):
            part.set("nulls_first", False)


def _name_days(node: exp.Expr, column: QueriedColumn) -> None:
    """Write the days that a column of days is compared with as ISO has them."""
    sides = [node.args.get(side) for side in ("this", "expression", "low", "high")]
    for literal in (*sides, *(node.args.get("expressions") or ())) if column.kind in ("day", "moment") else ():
        if isinstance(literal, exp.Literal):
            literal.set("this", iso_day(literal.name, column.order))


def _look_inside(node: exp.Like, column: QueriedColumn) -> None:
    """Look for a text anywhere in the cells where LIKE has no placeholder, and the text is no known value."""
    looked_for = node.expression
    if (
        not isinstance(looked_for, exp.Literal)
        or not looked_for.is_string
        or re.search("[%_]", looked_for.name)
    ):
        return
    values = set() if column.holds_lists else set(re.findall(r"'((?:[^'\\]|\\.)*)'", column.told))
    if looked_for.name.strip() and folded_name(looked_for.name) not in set(map(folded_name, values)):
        looked_for.set("this", f"%{looked_for.name}%")


def _among_items(node: exp.Binary) -> exp.Expr:
    """`allergens = 'milk'` of a column of lists as a condition on one of its items."""
    said = node.expression
    if (
        not isinstance(said, exp.Literal)
        or not said.is_string
        or re.search(r"[\[%_]", said.name)
        or not said.name
    ):
        return node
    among = exp.Like(this=node.this, expression=exp.Literal.string(f"%{said.name}%"))
    return exp.Not(this=among) if isinstance(node, exp.NEQ) else among


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
    day = isinstance(limit, exp.Literal) and len(iso_day(limit.name)) == len("2024-03-13")
    if day and column is not None and column.kind == "moment":
        node.set("this", exp.Anonymous(this="date", expressions=[node.this.copy()]))
