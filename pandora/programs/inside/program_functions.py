"""Ready-made functions for the small programs that a model writes; importable there as `pandora_data`."""

from __future__ import annotations

import fnmatch
import functools
import glob
import json
import math
import os
import re
import shutil
from collections import Counter
from collections.abc import Iterable
from typing import Any

from pandora.programs.inside import (
    delimited_tables,
    file_reading,
    markdown_tables,
    spreadsheet_values,
    sqlite_values,
)
from pandora.programs.inside.check_boxes import tick
from pandora.programs.inside.column_access import Column
from pandora.programs.inside.decimal_noise import without_noise
from pandora.programs.inside.file_writing import TableForm, table_form, text_of
from pandora.programs.inside.headed_texts import rows_of_texts
from pandora.programs.inside.log_lines import log
from pandora.programs.inside.nested_rows import flat_rows, nested_column
from pandora.programs.inside.numerals import number
from pandora.programs.inside.sql_query import query
from pandora.programs.inside.text_folding import folded
from pandora.programs.inside.text_gaps import COMMA_AMOUNT, as_written, fill, has_all
from pandora.programs.inside.time_spans import order_of_spans
from pandora.programs.inside.written_dates import date_in

__all__ = [
    "alike",
    "copy",
    "date_in",
    "file_tables",
    "files",
    "fill",
    "folded",
    "keep",
    "kept",
    "lines",
    "listing",
    "load",
    "log",
    "move",
    "number",
    "query",
    "records",
    "save",
    "table",
    "text",
    "tick",
    "totals",
    "words",
]

Row = dict[str, Any]
KEPT, KEPT_SIZE = ".kept", 1 << 20
_KEPT = re.compile(r"[A-Za-z_]\w{0,39}")

_OF_WORKSPACE = ("state", "system", "out", "pandora.toml")
"""What lies in a workspace and is no file of the user's."""

_PATHLIKE = re.compile(r"[\w./-]+\.\w{1,5}")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def table(path: str, name: str = "") -> list[Row]:
    """The rows of a table (CSV, TSV, ...), of JSON, XML, YAML, a spreadsheet or a database, as dicts by column.

    A column becomes numbers or dates only where every value is one (007 stays text), however it is written
    there; its blanks become None. A date is ISO text that has `.year`, `.weekday()` and more. `name` is that
    of the table, where the file holds several, or the column whose cells are rows themselves: then there is a
    row for each of these, with the cells of the row that holds it.
    """
    if file_reading.kind_of(path) in ("table", "text") and not _is_database(path):
        return list(_read_as("table", path))
    return _rows_of(load(path), path, name)


def load(path: str) -> Any:
    """The value of a file of data by its ending, rows of a table; the text of any other file."""
    if _is_database(path):
        try:
            return sqlite_values.one_or_all(sqlite_values.read(path)[0])
        except ValueError as error:
            raise ValueError(f"{path}:{error}") from None
    kind = file_reading.kind_of(path)
    if kind == "spreadsheet":
        with open(path, "rb") as file:
            content = file.read()
        if spreadsheet_values.is_spreadsheet(content):
            try:
                return spreadsheet_values.parse(content)
            except ValueError as error:
                raise ValueError(f"{path}:{error}") from None
    return text(path) if kind in ("text", "SQLite", "spreadsheet") else _read_as(kind, path)


def _read_as(kind: str, path: str) -> Any:
    content, ending = text(path), file_reading.ending_of(path)
    try:
        value = file_reading.parse(kind, content, ending)
    except ValueError as error:
        raise ValueError(f"{path}:{error}") from None
    if ending == _CSV:
        points = _WITH_POINT.search(content) is not None
        _csv_read[os.path.abspath(path)] = delimited_tables.delimiter_of(content, ending), points
    return value


_CSV = ".csv"
_csv_read: dict[str, tuple[str, bool]] = {}
"""What divides the cells of each CSV file that the program read, and whether its decimals have a point."""
_WITH_POINT = re.compile(r"(?:^|;)[ \t\"]*[-+]?\d+\.(?!\d{3}\b)\d+[ \t\"]*(?:;|$)", re.M)


def _is_database(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(len(sqlite_values.MAGIC)) == sqlite_values.MAGIC


def text(path: str) -> str:
    """The text of a file."""
    with open(path, "rb") as file:
        return file_reading.decoded(file.read())


def lines(path: str) -> list[str]:
    """The lines of a file, without their ends."""
    return text(path).splitlines()


def words(path: str) -> list[str]:
    """The words of a file in lower case, in order; an inner apostrophe belongs to the word."""
    return _WORD.findall(text(path).lower())


def files(pattern: str = "**/*") -> list[str]:
    """The workspace's files that match a pattern, sorted; a bare name or folder is looked for everywhere.

    Capital letters count only where a path has just them.
    """
    if os.path.isfile(pattern):  # also one whose name has brackets
        return [os.path.normpath(pattern).replace(os.sep, "/")]
    if os.path.isdir(pattern):
        pattern = os.path.join(glob.escape(pattern), "**", "*")
    paths = _glob(pattern)
    if not paths and "/" not in pattern:
        paths = _glob(os.path.join("**", pattern))
    if not paths:  # a.CSV is one of *.csv
        form = re.compile(fnmatch.translate(pattern), re.IGNORECASE)
        deep = "**" in pattern
        paths = [
            path
            for path in _glob("**/*")
            if (form.match(path) and (deep or path.count("/") == pattern.count("/")))
            or form.match(os.path.basename(path))
        ]
    return paths


def listing(folder: str) -> list[Row]:
    """The files below a folder as rows: the path, the name, the size in bytes, the text, and its lines."""
    rows = []
    for path in files(folder if os.path.isdir(folder) else "**/*"):
        held = _text_or_nothing(path)
        name, size = os.path.basename(path), os.path.getsize(path)
        rows.append({"path": path, "name": name, "size": size, "text": held, "lines": held.splitlines()})
    return rows


def file_tables(folder: str = "") -> tuple[list[Row], list[Row]]:
    """The files below a folder, or of the workspace, as two tables: a row for each file, and one for each line.

    A file has its path, name, ending, size in bytes and text; a line its path, name, number from 1, and itself.
    Of the workspace, its runs, its instructions and its settings are none of these.
    """
    rows = listing(folder)
    if not folder:
        rows = [row for row in rows if row["path"].partition("/")[0] not in _OF_WORKSPACE]
    held = [
        {
            "path": row["path"],
            "name": row["name"],
            "ending": os.path.splitext(row["name"])[1],
            "size": row["size"],
            "text": row["text"],
        }
        for row in rows
    ]
    parts = [
        {"path": row["path"], "name": row["name"], "number": number, "line": line}
        for row in rows
        for number, line in enumerate(row["lines"], 1)
    ]
    return held, parts


def _text_or_nothing(path: str) -> str:
    try:
        return text(path)
    except UnicodeDecodeError:
        return ""


def records(pattern: str) -> list[Row]:
    """The texts that match a pattern as rows: the path, the fields at their head (`Status: open`), the text."""
    texts = [(path, text(path)) for path in files(pattern)]
    rows = rows_of_texts(texts)
    if not rows:
        raise ValueError(f"{pattern}: the texts do not begin with the same fields; read each with text(path)")
    return rows


class Totals(list[tuple[Any, float]]):
    """Pairs of names and sums, which a small model also takes for a dict, a Counter and the sums alone."""

    def __getitem__(self, at: Any) -> Any:
        """The pair at a place, or the sum of a name; KeyError where there is none."""
        return dict(self.items())[at] if isinstance(at, str) else super().__getitem__(at)

    def items(self) -> list[tuple[Any, float]]:
        """The pairs."""
        return list(self)

    def keys(self) -> list[Any]:
        """The names."""
        return [name for name, _ in self]

    def values(self) -> list[float]:
        """The sums."""
        return [added for _, added in self]

    def get(self, name: Any, default: Any = None) -> Any:
        """The sum of a name."""
        return dict(self.items()).get(name, default)

    def most_common(self, count: int | None = None) -> list[tuple[Any, float]]:
        """The first pairs, which have the largest sums."""
        return list(self)[:count]


def totals(rows: Any, by: str, of: str) -> Totals:
    """Pairs of each value of the column `by` and the sum of the column `of` there, the largest first.

    `sum` of them is the sum of all.
    """
    sums: dict[Any, list[float]] = {}
    for row in rows:
        if row.get(of) not in (None, ""):
            sums.setdefault(row.get(by), []).append(number(row[of]))
    added = [(group, round(math.fsum(amounts), 10)) for group, amounts in sums.items()]
    return Totals(sorted(added, key=lambda pair: -pair[1]))


def alike(rows: Any, *columns: str) -> list[Row]:
    """The rows with one spelling for the values of each of the columns that differ in case or accents alone."""
    given: list[Row] = list(rows)
    for column in columns:
        spellings = Counter(row[column] for row in given if isinstance(row.get(column), str))
        usual: dict[str, str] = {}
        for spelling, _ in spellings.most_common():
            usual.setdefault(folded(spelling), spelling)
        given = [
            {**row, column: usual[folded(row[column])]} if isinstance(row.get(column), str) else row
            for row in given
        ]
    return given


def sum_of_given(values: Iterable[Any], start: Any = 0) -> Any:
    """The sum of values, in which a blank (None) adds nothing, as in SQL; the program has it as `sum`.

    Of whole columns, as in `sum(group["a"] for group in groups.values())`, it is the sum of all their values.
    """
    values = values.values() if isinstance(values, Totals) else values
    flat = (one for value in values for one in (value if isinstance(value, Column) else (value,)))
    return sum((value for value in flat if value is not None), start)


def largest_given(*values: Any, **options: Any) -> Any:
    """The largest value, where a blank (None) is none, as in SQL; the program has it as `max`."""
    return _extreme(max, values, options)


def smallest_given(*values: Any, **options: Any) -> Any:
    """The smallest value, where a blank (None) is none, as in SQL; the program has it as `min`."""
    return _extreme(min, values, options)


def _extreme(choose: Any, values: tuple[Any, ...], options: dict[str, Any]) -> Any:
    given = list(values[0]) if len(values) == 1 else values
    key = options.get("key") or (lambda value: value)
    filled = [value for value in given if key(value) is not None]
    if filled and all(order_of_spans(key(value), key(value)) == 0 for value in filled):
        by_length = functools.cmp_to_key(lambda one, other: order_of_spans(key(one), key(other)) or 0)
        return choose(filled, **{**options, "key": by_length})
    return choose(filled or given, **options)


def move(path: str, new: str) -> str:
    """Move or rename a file and return its new path; its folder is made.

    A path that is a folder, or ends in "/", keeps the file's name, and so does one without an ending where the
    file has one: it is taken for a folder. "" is the folder of all, and a folder that is called as the one in
    which it would lie is that one: the file stays. ValueError where another file is there.
    """
    target = _place_of(path, new)
    if os.path.exists(target) and not os.path.samefile(path, target):
        raise ValueError(f"{path} cannot be moved to {target}: another file is there")
    os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
    os.rename(path, target)
    return target


def copy(path: str, new: str) -> str:
    """Copy a file to where `move` would move it, and return the path of the copy."""
    target = _place_of(path, new)
    if os.path.exists(target):
        raise ValueError(f"{path} cannot be copied to {target}: a file is there")
    os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
    shutil.copyfile(path, target)
    return target


def _place_of(path: str, new: str) -> str:
    new = new or "."
    folder = new.endswith("/") or os.path.isdir(new)
    folder = folder or (
        not os.path.splitext(new)[1] and os.path.splitext(path)[1] != "" and not os.path.exists(new)
    )
    target = os.path.join(new, os.path.basename(path)) if folder else new
    old = os.path.dirname(path)
    twice = os.path.join(old, os.path.basename(old)) if old else ""
    if twice and os.path.dirname(target) == twice and not os.path.exists(twice):
        target = os.path.join(old, os.path.basename(target))
    return os.path.normpath(target)


def open_file(file: Any, mode: str = "r", *rest: Any, **more: Any) -> Any:
    """Open a file as `open` does; the folder of one that is written is made."""
    if isinstance(file, (str, os.PathLike)) and any(letter in mode for letter in "wax"):
        os.makedirs(os.path.dirname(os.fspath(file)) or ".", exist_ok=True)
    return open(file, mode, *rest, **more)


def save(value: Any, path: str, like: str = "") -> None:
    """Write a file by its ending: JSON, CSV from a list of dicts, JSON lines, YAML, TOML or text.

    Its folder is made. Nothing is written where the value has no such form (ValueError). A file that is written
    over keeps its encoding and the ends of its lines, and a table what divides its cells and how its columns
    write numbers and dates.

    A new CSV file is written as those that were read, where a semicolon divides the cells of all of them: with
    semicolons, and a decimal comma unless they have points.

    With `like`, an amount such as '1234,50', the decimals of a table's rows are written as it is, and a decimal
    comma has cells that a semicolon divides. `save(path, value)` is understood too, as are an object in a list
    of its own where the file holds an object with its keys, and what fills in the gaps of a text.
    """
    if isinstance(path, str) and isinstance(value, str) and "\n" not in value and _PATHLIKE.fullmatch(value):
        if not _PATHLIKE.fullmatch(path):
            value, path = path, value
    elif not isinstance(path, str):
        value, path = path, str(value)
    value = _unwrapped(value, path)
    if isinstance(value, dict) and _is_text(path) and has_all(path, value):
        fill(path, value, like)
        return
    form = _form_of(path)
    new_table = form is None and file_reading.kind_of(path) == "table" and not isinstance(value, (str, dict))
    if new_table and like:
        value, form = _rows_like(value, like), TableForm(";" if COMMA_AMOUNT.search(like) else ",", {})
    elif new_table and file_reading.ending_of(path) == _CSV and {one for one, _ in _csv_read.values()} == {";"}:
        points = any(points for _, points in _csv_read.values())
        value, form = value if points else _rows_with_commas(value), TableForm(";", {})
    content = without_noise(text_of(value, path, form))
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    before = b""
    if os.path.isfile(path):
        with open(path, "rb") as file:
            before = file.read()
    encoded = file_reading.encoded_like(content, before)
    _keep_written(os.path.abspath(path), encoded, content, before)
    with open(path, "wb") as file:
        file.write(encoded)


_written: dict[str, tuple[bytes, list[str]]] = {}
"""What the program has put into each file that it made, and the lines of that but for the first."""


def _keep_written(path: str, encoded: bytes, content: str, before: bytes) -> None:
    """Remember what is written; ValueError where it takes lines away that this program wrote before."""
    whole = [line.strip().rstrip(",") for line in content.splitlines()]
    if path not in _written and before:
        return  # a file that was there may be changed twice
    there, lines = _written.get(path, (b"", []))
    lost = [line for line in lines if line not in whole] if there == before else []
    if lost:
        name = os.path.basename(path)
        raise ValueError(
            f"save() writes all of {name!r} anew, and {lost[0]!r} of the time before would be gone; "
            "put all rows into one list, and save that once, behind the loop"
        )
    _written[path] = encoded, whole[1:]


def _unwrapped(value: Any, path: str) -> Any:
    """The one value of a list where the file is a text, or holds an object with the same keys."""
    alone = value[0] if isinstance(value, list) and len(value) == 1 else None
    if not isinstance(alone, dict) or not os.path.isfile(path):
        return value
    if file_reading.kind_of(path) == "text":
        return alone if has_all(path, alone) else value
    if file_reading.kind_of(path) not in file_reading.OF_KEYS:
        return value
    there = load(path)
    return alone if isinstance(there, dict) and set(there) <= set(alone) else value


def _is_text(path: str) -> bool:
    return file_reading.kind_of(path) == "text" and os.path.isfile(path)


def _rows_like(rows: Iterable[Any], like: str) -> list[Any]:
    """Rows whose numbers with decimals are texts in the notation of an amount."""
    return [
        {name: as_written(cell, like) if isinstance(cell, float) else cell for name, cell in row.items()}
        if isinstance(row, dict)
        else row
        for row in rows
    ]


def _rows_with_commas(rows: Iterable[Any]) -> list[Any]:
    """Rows whose numbers with decimals have a comma, as in tables whose cells a semicolon divides."""
    return [
        {name: _with_comma(cell) for name, cell in row.items()}
        if isinstance(row, dict)
        else [_with_comma(cell) for cell in row]
        if isinstance(row, (list, tuple))
        else row
        for row in rows
    ]


def _with_comma(cell: Any) -> Any:
    if not isinstance(cell, float) or hasattr(cell, "spelling") or not math.isfinite(cell):
        return cell
    cents = f"{cell:.2f}"
    return (cents if math.isclose(cell, float(cents)) else str(without_noise(str(cell)))).replace(".", ",")


def _form_of(path: str) -> TableForm | None:
    """The form of the table that a path holds already."""
    holds = file_reading.kind_of(path) == "table" or file_reading.ending_of(path) in markdown_tables.ENDINGS
    return table_form(text(path), path) if holds and os.path.isfile(path) else None


def keep(name: str, value: Any) -> None:
    """Keep a value for later programs of the run, as JSON; `kept(name)` gives it back."""
    if not isinstance(name, str) or not _KEPT.fullmatch(name):
        raise ValueError(f"{name!r} is no name: letters, digits and _ make one")
    try:
        encoded = json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"{name} cannot be kept as JSON: {error}") from None
    if len(encoded.encode("utf-8", "replace")) > KEPT_SIZE:
        raise ValueError(
            f"{name} is too large to be kept: over {KEPT_SIZE >> 10} KiB of JSON; save it as a file"
        )
    os.makedirs(KEPT, exist_ok=True)
    with open(os.path.join(KEPT, f"{name}.json"), "w", encoding="utf-8", errors="replace") as file:
        file.write(encoded)


def kept(name: str) -> Any:
    """The value that an earlier program of the run kept under a name."""
    try:
        with open(os.path.join(KEPT, f"{name}.json"), encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        names = (
            sorted(os.path.splitext(file_name)[0] for file_name in os.listdir(KEPT))
            if os.path.isdir(KEPT)
            else []
        )
        hint = f"there are: {', '.join(names)}" if names else "nothing was kept so far"
        raise KeyError(f"nothing was kept as {name!r}; {hint}") from None


def _plain(value: Any) -> Any:
    """What JSON has no word for: sets become sorted lists, dates and decimals text."""
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=str)
    if isinstance(value, (bytes, bytearray)) or callable(value):
        raise TypeError(f"{type(value).__name__} is no value of JSON")
    return str(value)


def _glob(pattern: str) -> list[str]:
    paths = glob.glob(pattern, recursive=True)
    return sorted(os.path.normpath(path).replace(os.sep, "/") for path in paths if os.path.isfile(path))


def _rows_of(value: Any, path: str, name: str) -> list[Row]:
    """The rows in a value: itself, its part called `name`, or its one list."""
    whole = value
    if name and isinstance(value, dict) and name in value:
        value, name = value[name], ""
    if isinstance(value, dict):
        inner = {key: part for key, part in value.items() if isinstance(part, list)}
        if len(inner) > 1:
            names, first = ", ".join(map(str, inner)), next(iter(inner))
            raise ValueError(f"{path} holds several lists, {names}; use table({str(path)!r}, {first!r})")
        value = next(iter(inner.values())) if inner else value
    if isinstance(value, list) and all(isinstance(row, dict) for row in value):
        nested = name and name == nested_column(value)
        return flat_rows(value, name, whole) if nested else list(value)
    raise ValueError(f"{path} is no list of rows; use load({str(path)!r}) and look at its keys")
