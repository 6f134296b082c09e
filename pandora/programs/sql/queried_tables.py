"""The tables of a task as SQL sees them: names, columns, kinds of values, and what a model is told of them."""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pandora.programs.inside.date_columns import Day
from pandora.programs.inside.nested_rows import is_rows
from pandora.programs.inside.sql_query import KEYWORDS, are_numbers, flat_row
from pandora.programs.inside.text_folding import folded_name
from pandora.programs.inside.typed_columns import Flag
from pandora.programs.opening.loaded_variables import Loaded, loaded_files, sample_of
from pandora.programs.opening.number_lines import number_line
from pandora.programs.opening.table_joins import references

_MOST_TABLES, _MOST_COLUMNS = 4, 30
_MOST_VALUES, _MOST_TOLD, _WIDTH = 12, 3, 110
"""How many different texts of a column are all told; how many of one with more; the most characters of them."""
_LISTS = "lists of "
"""What tells that the cells of a column are lists."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?")
"""A day as databases and JSON have it, which stays text in a program."""
_CALL = re.compile(r"(?:table|log)\((\".*?\")")


@dataclass(frozen=True)
class QueriedColumn:
    """A column; `kind` is number, day, moment (a day with a time), flag or text.

    `blank` is True where a cell is, `signed` where a number is below zero; `told` says which values there are.
    `order` is "dmy" or "mdy", as its days are written; "" where they tell none.
    """

    name: str
    kind: str
    blank: bool
    told: str
    signed: bool = False
    order: str = ""

    @property
    def holds_lists(self) -> bool:
        """True where each cell is a list of texts, of which a condition means one."""
        return self.told.startswith(_LISTS)


@dataclass(frozen=True)
class Reference:
    """`column` of `table` holds values of the column `key` of the table `other`, where each stands once."""

    table: str
    column: str
    other: str
    key: str


@dataclass(frozen=True)
class QueriedTable:
    """A table: its name in SQL, the variable of the program that has its rows, and its columns.

    `prepared` is the line of the program that makes numbers of its amounts in words; "" where it has none.
    `references` are its columns that hold another one's keys, as the values show; `about` says what a row is,
    where its columns do not.
    """

    name: str
    variable: Loaded
    columns: Sequence[QueriedColumn]
    prepared: str = ""
    references: Sequence[Reference] = ()
    about: str = ""

    @property
    def names(self) -> list[str]:
        """The names of its columns."""
        return [column.name for column in self.columns]

    @property
    def lines(self) -> list[str]:
        """The table as a statement of SQL, with the values of each column."""
        shown = _shown_names(self.names)
        told = [f"{shown[column.name]} {_TYPES[column.kind]}, -- {column.told}" for column in self.columns]
        told += [
            f"FOREIGN KEY ({shown.get(at.column, at.column)}) REFERENCES {at.other}({_plain_name(at.key)})"
            for at in self.references
        ]
        begin = f"CREATE TABLE {self.name} (" + f" -- {self.about}" * bool(self.about)
        return [begin, *(f"  {line}" for line in told), ")"]


def _shown_names(names: Sequence[str]) -> dict[str, str]:
    """Each name of a column as a model is shown it: one that SQL can read, from which code knows it again.

    `Fee due (€)` is `Fee_due`: a small model writes names as it sees them, and forgets to quote them.
    """
    plain = {name: _plain_name(name) for name in names}
    known = [folded_name(shown) for shown in plain.values()]
    return {name: shown if known.count(folded_name(shown)) == 1 else name for name, shown in plain.items()}


def _plain_name(name: str) -> str:
    plain = re.sub(r"\W+", "_", name).strip("_")
    return name if not plain or plain[0].isdigit() or folded_name(plain) != folded_name(name) else plain


_TYPES = {"number": "NUMERIC", "day": "DATE", "moment": "DATETIME", "flag": "TEXT", "text": "TEXT"}


def queried_tables(files: tuple[str, ...], workspace: Path, with_amounts: bool = False) -> list[QueriedTable]:
    """The tables of a task's files; other files are none. [] where they are too many.

    Where `with_amounts`, columns of amounts in words, such as `8,665,550 (est.)`, are columns of numbers.
    """
    variables = loaded_files(files, workspace, flat=True)
    with_rows = [(variable, rows) for variable in variables if (rows := _rows_of(variable, workspace))]
    if not 0 < len(with_rows) <= _MOST_TABLES:
        return []
    tables: list[QueriedTable] = []
    rows_of: dict[str, list[dict[str, Any]]] = {}
    for variable, rows in with_rows:
        name = _name_of(variable, files)
        numbered = number_line(variable.name, variable.value) if with_amounts and variable.value else None
        prepared, rows = (numbered[0], [flat_row(row) for row in numbered[1]]) if numbered else ("", rows)
        columns = list(dict.fromkeys(str(column) for row in rows for column in row))
        if len(columns) > _MOST_COLUMNS or name in (table.name for table in tables):
            return []
        described = [column_of(column, [row.get(column) for row in rows]) for column in columns]
        tables.append(QueriedTable(name, variable, described, prepared))
        rows_of[name] = rows
    joins = references(rows_of)
    found = [Reference(join.rows, join.column, join.name, join.key) for join in joins if join.key is not None]
    return [replace(table, references=[at for at in found if at.table == table.name]) for table in tables]


def _rows_of(variable: Loaded, workspace: Path) -> list[dict[str, Any]]:
    value, call = variable.value, _CALL.match(variable.call)
    if value is None and call:
        value = sample_of(json.loads(call[1]), workspace)
    return [flat_row(row) for row in value] if is_rows(value) else []


def _name_of(variable: Loaded, files: Sequence[str]) -> str:
    call = _CALL.match(variable.call)
    alone = variable.name == "rows"
    path = json.loads(call[1]) if call else files[0] if alone and len(files) == 1 else ""
    if alone and not path and files:  # a row for each of the texts of a folder
        path = str(Path(files[0]).parent.name)
    name = re.sub(r"\W+", "_", Path(path).stem if alone and path else variable.name).strip("_")
    taken = keyword.iskeyword(name) or name.casefold() in KEYWORDS
    return f"t_{name}" if taken or name[:1].isdigit() or not name else name


def column_of(name: str, cells: Sequence[Any]) -> QueriedColumn:
    """A column as its cells show it."""
    given = [cell for cell in cells if cell is not None and str(cell).strip()]
    numbers = [cell for cell in given if isinstance(cell, (int, float)) and not isinstance(cell, bool)]
    days = [cell for cell in given if isinstance(cell, Day) or (isinstance(cell, str) and _DAY.fullmatch(cell))]
    blank = len(given) < len(cells)
    kind = "text"
    if given and len(days) == len(given):
        kind = "moment" if any(len(day) > len("2024-03-13") for day in days) else "day"
    elif numbers and are_numbers(given):
        kind = "number"
    elif given and all(isinstance(cell, (Flag, bool)) for cell in given):
        kind = "flag"
    signed = any(number < 0 for number in numbers)
    return QueriedColumn(name, kind, blank, _told(kind, given) + " or NULL" * blank, signed, _order_of(days))


def _order_of(days: Sequence[Any]) -> str:
    """ "dmy" or "mdy", as a column of days writes them; "" where it does not tell."""
    orders = {day.spelling.order for day in days if isinstance(day, Day) and day.spelling} & {"dmy", "mdy"}
    return orders.pop() if len(orders) == 1 else ""


def _told(kind: str, given: Sequence[Any]) -> str:
    texts = list(dict.fromkeys(repr(str(cell)) for cell in given))
    if kind == "number":
        numbers = [cell for cell in given if isinstance(cell, (int, float))]
        words = dict.fromkeys(repr(str(cell)) for cell in given if isinstance(cell, str))
        return ", ".join([f"{min(numbers)} to {max(numbers)}", *[*words][:_MOST_TOLD]])
    if kind in ("day", "moment"):
        return f"{min(texts)} to {max(texts)}"
    if (items := _items(given)) and len(", ".join(items)) <= _WIDTH:
        return f"{_LISTS}{', '.join(items)}"
    if len(texts) <= _MOST_VALUES and len(", ".join(texts)) <= _WIDTH:
        return ", ".join(texts)
    return f"like {', '.join(texts[:_MOST_TOLD])}"[:_WIDTH]


def _items(given: Sequence[Any]) -> list[str]:
    """The different texts that the lists of a column hold, each once; [] where a cell is no list of texts.

    A model that is shown some lists takes the first text in them for what is asked.
    """
    lists = [cell for cell in given if isinstance(cell, list)]
    if len(lists) < len(given) or not all(isinstance(item, str) for cell in lists for item in cell):
        return []
    items = list(dict.fromkeys(repr(item) for cell in lists for item in cell))
    return items if len(items) <= _MOST_VALUES else []
