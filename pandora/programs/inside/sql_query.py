"""The function `query` of a model's program: one SQL query over its rows, in a database in memory."""

from __future__ import annotations

import functools
import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from datetime import date
from typing import Any

from pandora.programs.inside.date_columns import Day
from pandora.programs.inside.delimited_tables import unique_names
from pandora.programs.inside.number_columns import numbers
from pandora.programs.inside.text_folding import folded, plain_letters
from pandora.programs.inside.time_spans import order_of_spans
from pandora.programs.inside.typed_columns import Flag, NoNumber, doubt

Row = dict[str, Any]
KEYWORDS = {
    *("group", "order", "index", "from", "to", "table", "values", "check", "default", "select", "where", "in"),
    *(
        "on",
        "by",
        "limit",
        "set",
        "case",
        "when",
        "then",
        "else",
        "end",
        "as",
        "is",
        "not",
        "null",
        "and",
        "or",
    ),
    *("all", "add", "between", "desc", "asc", "exists", "references", "transaction", "union", "unique"),
}
"""Words of SQL that are no name unless they are quoted."""


_PLAIN = re.compile(r"\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*", re.ASCII)
"""A text that is a number to SQLite as a whole."""
_NO_AMOUNT = re.compile(r"\s*(?:[-+]?0\d+|\+?\d{16,}|\+\d+|\d+[eE][-+]?\d+)\s*", re.ASCII)
"""A text that would be another one if it were a number: 01067, 4E12, +4930123."""


def query(sql: str, /, **tables: Iterable[Mapping[str, Any]]) -> list[Row]:
    """The rows that a query of SQLite gives, as dicts by column; `tables` are the rows of each table it names.

    A blank is NULL, and true and false are 1 and 0. A date is ISO text. Texts are equal where they differ only
    in capital letters, accents and blanks, and are sorted so; to LIKE, capital letters and accents are nothing
    either. A word among the numbers of a column is NULL, unless the query has that word. Of a column that is
    added up, measured or compared with a number, texts such as "12,50" are numbers. A number of a column is as
    its row has it. A column of numbers that has 01067 or 4E12 as a text is one of texts. A result of nothing
    but NULL is no row. Raises ValueError where the query cannot be run.
    """
    given = {name: [flat_row(row) for row in rows] for name, rows in tables.items()}
    for columns, added in ((_added_up(sql), True), (_measured(sql), False)):
        for owner, column in sorted(columns):
            for name in _tables_called(owner, sql, given):
                rows = _with_numbers(given[name], column, added)
                if rows is not given[name] and not added:
                    sql = _ASCENDING.sub(r"\1 NULLS LAST", sql)  # a word among numbers is none of them
                given[name] = rows
    cells = [cell for rows in given.values() for row in rows for cell in row.values()]
    days: dict[object, object] = {_moment(str(cell)): cell for cell in cells if _is_day(cell)}
    if any(_CLOCK.match(str(day)) for day in days):  # else texts are compared as they stand
        sql = _with_moments(sql)
        days = {_moment(cell): cell for cell in cells if _is_moment(cell)} | days
        given = {name: [_with_moments_of_texts(row) for row in rows] for name, rows in given.items()}
    with closing(sqlite3.connect(":memory:")) as database:
        database.create_collation("folded", lambda one, other: _order(folded(one), folded(other)))
        for name, function in _FUNCTIONS.items():
            database.create_function(name, 1, function, deterministic=True)
        for places in (2, 3):
            database.create_function("like", places, _like, deterministic=True)
        database.create_aggregate("median", 1, _Median)  # type: ignore[arg-type]
        for name, rows in given.items():
            _add(database, name, rows, sql)
        try:
            found = database.execute(_with_names(sql))
            records = found.fetchall()
        except sqlite3.Error as error:
            remedy = _elsewhere(str(error), given) or _to_be_made(str(error), given, sql)
            raise ValueError(f"{error}{remedy}; the tables are {_listed(given)}") from None
        names = list(unique_names([str(part[0]) for part in found.description], len(found.description)))
    as_given = [_numbers_of(name, given) for name in names]
    made = [
        {
            name: known[cell] if _is_number(cell) and cell in known else days.get(cell, cell)
            for name, known, cell in zip(names, as_given, record, strict=True)
        }
        for record in records
    ]
    return [] if len(made) == 1 and all(cell is None for cell in made[0].values()) else made


def _is_number(cell: object) -> bool:
    return isinstance(cell, (int, float)) and not isinstance(cell, bool)


def _numbers_of(name: str, tables: Mapping[str, Sequence[Row]]) -> dict[object, object]:
    """The numbers of the columns with a name as the rows have them: SQLite gives 22 for 22.0 or "22,00"."""
    cells = (
        cell
        for rows in tables.values()
        for row in rows
        for column, cell in row.items()
        if column.casefold() == name.casefold() and _is_number(cell)
    )
    return {cell: cell for cell in cells}


def _is_day(cell: object) -> bool:
    return isinstance(cell, Day)


def _is_moment(cell: object) -> bool:
    """True for a text that is a moment, as JSON has them."""
    return type(cell) is str and _MOMENT.fullmatch(cell) is not None


_PART = re.compile(r"('(?:[^']|'')*')|\"([^\"\]]+)\"")


def _with_names(sql: str) -> str:
    """The query with [name] for "name": what is no column is an error then, and no text."""
    return _PART.sub(lambda part: part[1] or f"[{part[2]}]", sql)


_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d?:[\d:.,]+\s?(?:Z|UTC|[+-]\d\d:?\d\d)?", re.ASCII)
_CLOCK = re.compile(r"(\d{4}-\d\d-\d\d)[T ](?=(\d:)?)", re.ASCII)


def _moment(text: str) -> str:
    """A moment as all of them are compared: with a blank before the time, and two figures for the hour."""
    return _CLOCK.sub(lambda found: f"{found[1]} {'0' * bool(found[2])}", text, count=1)


def _with_moments(sql: str) -> str:
    """The query with each moment that it names as the tables have them."""
    return re.sub(r"'\d{4}-\d\d-\d\d[T ][^']*'", lambda part: f"'{_moment(part[0][1:-1])}'", sql)


def _with_moments_of_texts(row: Row) -> Row:
    return {name: _moment(cell) if _is_moment(cell) else cell for name, cell in row.items()}


def flat_row(row: Mapping[str, Any]) -> Row:
    """A row with a column for each value of an object in a cell: `stock_qty` of `{"stock": {"qty": 3}}`."""
    flat: Row = {}
    for name, cell in row.items():
        inner = flat_row(cell) if isinstance(cell, Mapping) else None
        flat.update(
            {str(name): cell} if inner is None else {f"{name}_{key}": value for key, value in inner.items()}
        )
    return flat


_NAME = r"(?:(?:(\w+)|\"([^\"]*)\")\s*\.\s*)?(?:\"([^\"]+)\"|\[([^\]]+)\]|(\w+))"
_SUM = re.compile(rf"\b(?:sum|avg|total)\s*\(\s*(?:distinct\s+)?{_NAME}\s*\)", re.I)
_SORTED = rf"\border\s+by\s+{_NAME}(?=\s*(?:asc\b|desc\b|nulls\b|limit\b|[,;)]|$))"
_MEASURED = tuple(
    re.compile(form, re.I)
    for form in (
        rf"\b(?:min|max|median)\s*\(\s*(?:distinct\s+)?{_NAME}\s*\)",
        rf"\bcast\s*\(\s*{_NAME}\s+as\s+(?:real|int|float|double|numeric|decimal)",
        rf"(?<![\w\"]){_NAME}\s*[<>]=?\s*[-+]?\s*\.?\d",
        rf"(?<![\w.'])\d+(?:\.\d+)?\s*[<>]=?\s*{_NAME}",
        rf"(?<![\w\"]){_NAME}\s+between\s+[-+]?\s*\.?\d",
        _SORTED,
    )
)
"""How a query measures a column, or compares it with a number."""


_ASCENDING = re.compile(rf"({_SORTED}(?:\s+asc\b)?)(?!\s*(?:asc|desc|nulls)\b)", re.I)
_MOST_WORDS = {True: 0.5, False: 0.25}
"""The largest share of words among the texts of a column that is added up, and of one that is only measured."""


def _added_up(sql: str) -> set[tuple[str, str]]:
    """The columns that a query adds up, in small letters, each with the name before its dot."""
    return _columns_in(_SUM, sql)


def _measured(sql: str) -> set[tuple[str, str]]:
    """The columns that a query takes for numbers without adding them up."""
    return {column for form in _MEASURED for column in _columns_in(form, sql)} - _added_up(sql)


def _columns_in(form: re.Pattern[str], sql: str) -> set[tuple[str, str]]:
    return {(plain or in_quotes, "".join(names).casefold()) for plain, in_quotes, *names in form.findall(sql)}


def _tables_called(owner: str, sql: str, names: Iterable[str]) -> list[str]:
    """The tables that a query calls so, by their own name or as `orders o`; all where none is."""
    called = rf"[\"\]]?\s+(?:as\s+)?[\"\[]?{re.escape(owner)}\b"
    own = [
        name
        for name in names
        if owner
        and (name.casefold() == owner.casefold() or re.search(rf"\b{re.escape(name)}{called}", sql, re.I))
    ]
    return own or list(names)


def _with_numbers(rows: list[Row], name: str, added: bool) -> list[Row]:
    """The rows with numbers for the amounts that stand as texts in a column that is added up or measured.

    SQLite takes the figures that such a text begins with, 12 of '12,5', and a word among them for 0. So such
    words are none here, and ValueError where the texts of a column that is `added` up have no one notation and
    unit.
    """
    column = next((column for row in rows for column in row if column.casefold() == name), "")
    cells = [cell for row in rows if type(cell := row.get(column)) is str and cell.strip()]
    words = {cell for cell in cells if not any(map(str.isdigit, cell))}
    amounts = [cell for cell in dict.fromkeys(cells) if cell not in words]
    strange = [text for text in amounts if re.match(r"\W*\d", text) and not _PLAIN.fullmatch(text)]
    if not strange and (not words or not amounts or any(map(_NO_AMOUNT.fullmatch, amounts))):
        return rows
    few = sum(cell in words for cell in cells) <= _MOST_WORDS[added] * len(cells)
    read = numbers(amounts if few else list(dict.fromkeys(cells)), comma_divides=False)
    if read is None:
        if strange and added:
            raise ValueError(f"{column} cannot be added up: {strange[0]!r} is text; {_way(amounts, column)}")
        return rows
    known: dict[str, Any] = {**read, **{word: NoNumber(word) for word in words}}
    return [
        {**row, column: known.get(cell, cell)} if type(cell := row.get(column)) is str else row for row in rows
    ]


def _way(texts: list[str], column: str) -> str:
    reason = doubt(texts)
    return f"{reason + '; ' if reason else ''}make numbers first: row[{column!r}] = number(row[{column!r}])"


def _order(one: str, other: str) -> int:
    spans = order_of_spans(one, other)
    return (one > other) - (one < other) if spans is None else spans


def _elsewhere(error: str, tables: Mapping[str, Sequence[Row]]) -> str:
    """What helps where a query lacks a column that another one of the tables has."""
    missing = re.fullmatch(r"no such column: (?:\w+\.)?(.+)", error)
    places = [name for name, rows in tables.items() if missing and rows and missing[1] in rows[0]]
    return f" there; {missing[1]} is a column of {' and '.join(places)}: JOIN it" if missing and places else ""


def _to_be_made(error: str, tables: Mapping[str, Sequence[Row]], sql: str) -> str:
    """What helps where a query takes the name of a column that it is to make for one that is there."""
    missing = re.fullmatch(r"no such column: (\w+)", error)
    if missing is None or not re.search(rf"\bAS\s+[\"`\[]?{missing[1]}\b", sql, re.I):
        return ""
    numeric = [
        f'"{name}"'
        for rows in tables.values()
        for name in (rows[0] if rows else ())
        if any(map(_is_number, (row.get(name) for row in rows)))
    ]
    return f" there; work it out of {', '.join(numeric)}" if len(numeric) > 1 else ""


def _listed(tables: Mapping[str, Sequence[Row]]) -> str:
    return "; ".join(f"{name} ({', '.join(rows[0] if rows else ())})" for name, rows in tables.items())


def _add(database: sqlite3.Connection, name: str, rows: Sequence[Row], sql: str) -> None:
    """Make a table of rows."""
    columns = list(dict.fromkeys(column for row in rows for column in row)) or ["nothing"]
    types = [
        "NUMERIC" if are_numbers([row.get(column) for row in rows]) else "TEXT COLLATE folded"
        for column in columns
    ]
    defined = ", ".join(f"{quoted(column)} {kind}" for column, kind in zip(columns, types, strict=True))
    database.execute(f"CREATE TABLE {quoted(name)} ({defined})")
    places = ", ".join("?" * len(columns))
    database.executemany(
        f"INSERT INTO {quoted(name)} VALUES ({places})",
        [[_cell(row.get(column), sql) for column in columns] for row in rows],
    )


def are_numbers(cells: Iterable[object]) -> bool:
    """True where a column of SQLite with these cells is one of numbers, which may have words among them.

    It is one of texts where a text among its numbers is none, but would be made one: 01067 beside 10115.
    """
    given = [*cells]
    return any(isinstance(cell, (int, float, Flag)) for cell in given) and not any(
        type(cell) is str and _NO_AMOUNT.fullmatch(cell) for cell in given
    )


def quoted(name: str) -> str:
    """A name of a table or column as SQL has it."""
    return '"' + name.replace('"', '""') + '"'


def _cell(value: Any, sql: str) -> str | int | float | None:
    """A cell as SQLite stores it."""
    if isinstance(value, Flag):
        return int(bool(value))
    if value is None or isinstance(value, Day):
        return None if value is None else _moment(str(value))
    if isinstance(value, NoNumber):
        return str(value) if re.search(rf"['\"%]{re.escape(value)}['\"%]", sql, re.I) else None
    if isinstance(value, (bool, int)):
        return int(value)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, (list, dict)):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value).strip() or None


def _part_of_day(start: int, end: int) -> Any:
    def part(text: object) -> int | None:
        digits = str(text)[start:end]
        return int(digits) if digits.isdecimal() else None

    return part


def _of_day(form: Callable[[date], Any]) -> Any:
    """A function of a day, of which SQLite has only what strftime() writes; NULL of anything else."""

    def part(text: object) -> Any:
        try:
            return form(date.fromisoformat(str(text)[:10]))
        except ValueError:
            return None

    return part


def _like(pattern: object, text: object, escape: object = "") -> bool | None:
    """SQL's `text LIKE pattern`, in which accents and capital letters of any alphabet count for nothing."""
    if pattern is None or text is None:
        return None
    return _form(str(pattern), str(escape)).fullmatch(plain_letters(str(text))) is not None


@functools.lru_cache(64)
def _form(pattern: str, escape: str) -> re.Pattern[str]:
    mark = re.escape(escape)
    parts = re.findall(rf"{mark}(.)|(.)" if mark else r"()(.)", pattern, re.S)
    wild = {"%": ".*", "_": "."}
    return re.compile(
        "".join(wild.get(own) or re.escape(plain_letters(as_is or own)) for as_is, own in parts), re.S
    )


def _in_case(change: Callable[[str], str]) -> Any:
    return lambda text: None if text is None else change(str(text))


_FUNCTIONS = {
    "lower": _in_case(str.lower),
    "upper": _in_case(str.upper),
    "year": _part_of_day(0, 4),
    "month": _part_of_day(5, 7),
    "day": _part_of_day(8, 10),
    "weekday": _of_day(date.weekday),
    "day_of_week": _of_day(lambda day: day.isoweekday() % 7 + 1),
    "dayname": _of_day(lambda day: day.strftime("%A")),
    "monthname": _of_day(lambda day: day.strftime("%B")),
}


class _Median:
    """The middle one of the numbers of a group, or the mean of the two middle ones."""

    def __init__(self) -> None:
        self.numbers: list[float] = []

    def step(self, value: object) -> None:
        """Take a number; NULL and text are none."""
        if isinstance(value, (int, float)):
            self.numbers.append(value)

    def finalize(self) -> float | None:
        """The median of all that were taken; NULL of none."""
        ordered, middle = sorted(self.numbers), len(self.numbers) // 2
        if not ordered:
            return None
        return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
