"""The task's input files, each read once up to a limit and parsed as programs would parse it."""

from __future__ import annotations

import json
import math
import os
import re
import sys
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import Any

from pandora.programs.inside import (
    delimited_tables,
    file_reading,
    markdown_tables,
    spreadsheet_values,
    sqlite_values,
    xml_values,
)
from pandora.programs.inside.log_lines import log_rows
from pandora.regular_file import open_regular

READ = 8 << 20
"""The most bytes that are read from a file."""
READ_SLOWLY = 256 << 10
"""The most bytes that are read from a file of a kind whose parser takes seconds for a few MiB."""
ROWS, CELLS = 20_000, 1_000_000
"""The most rows, and about the most cells, that are parsed from a table."""
CONTAINERS = 200_000
"""About the most lists and objects that are parsed from JSON: an empty one takes ten times its letters."""
CACHED = 48 << 20
"""About the most bytes that the cache holds of texts and values."""
_CELL, _CONTAINER = 60, 80
"""About the bytes that a cell of a table takes, and an empty list or object of JSON."""
ENDINGS = (*file_reading.KINDS, ".log")
"""The endings of data files, as opposed to prose and code."""
_SLOW = ("XML", "YAML", "TOML", "INI")
_TOP = {"YAML": re.compile(r"^(?=[^\s#}\]])", re.M)}
_SECTION = re.compile(r"^(?=\[)", re.M)
_TRIES = 3
_SETTLED_AFTER = 50_000_000
"""Nanoseconds within which two changes of a file may get the same modification time."""
_SNIFFED = 8192
_FILLED = re.compile(r"[^\n]*\S[^\n]*")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},]', re.DOTALL)
_SPACE = re.compile(r"[ \t\r\n]*")
_DEEPEST = 200


@dataclass(frozen=True)
class Extent:
    """How many rows a sample holds, of `total` in all: None if unknown, and not `exact` if estimated."""

    rows: int
    total: int | None
    exact: bool = True

    @property
    def whole(self) -> bool:
        """True where the sample holds all rows."""
        return self.total == self.rows

    def __str__(self) -> str:
        if self.whole:
            return str(self.rows)
        total = "many" if self.total is None else f"{'' if self.exact else 'about '}{self.total:,}"
        return f"the first {self.rows:,} of {total}"


@dataclass(frozen=True)
class Input:
    """The content of a file, as far as it was read.

    `kind` is one of the values of `file_reading.KINDS`, or `log`, `text` or `binary`. `value` has rows, a
    value of JSON's types, or text; it is shared and must not be changed. `text` is the part of the file that
    was read. The file has `size` bytes, of which `read` were read. `extents` says how many rows `value`
    holds: a list's under "", each table's of a database under its name. `fault` is the parser's error as
    `LINE: what is wrong`; where it is set, `kind` is what the ending says and `value` is the text.
    """

    kind: str
    value: Any
    text: str
    size: int
    read: int
    extents: Mapping[str, Extent] = field(default_factory=dict)
    fault: str = ""

    @property
    def sampled(self) -> bool:
        """True where `value` holds only a part of the file."""
        return self.read < self.size or not all(extent.whole for extent in self.extents.values())


Stamp = tuple[int, int, int, int]


class _InputCache:
    """A cache of the inputs that were used last, by path; an input is valid while the stamp is the same."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.entries: OrderedDict[str, tuple[Stamp, Input]] = OrderedDict()

    def get(self, path: str, stamp: Stamp) -> Input | None:
        with self.lock:
            entry = self.entries.get(path)
            if entry is None or entry[0] != stamp:
                return None
            self.entries.move_to_end(path)
            return entry[1]

    def put(self, path: str, stamp: Stamp, value: Input) -> None:
        with self.lock:
            self.entries[path] = (stamp, value)
            self.entries.move_to_end(path)
            used = sum(_weight(entry) for _, entry in self.entries.values())
            while used > CACHED and len(self.entries) > 1:
                used -= _weight(self.entries.popitem(last=False)[1][1])


def _weight(source: Input) -> int:
    """About how many bytes an input takes; a wide table takes far more than its text."""
    tables = source.value.values() if isinstance(source.value, dict) else (source.value,)
    rows = (row for table in tables if isinstance(table, list) for row in table)
    cells = sum(len(row) for row in rows if isinstance(row, dict))
    containers = source.text.count("[") + source.text.count("{") if source.kind.startswith("JSON") else 0
    return sys.getsizeof(source.text) + _CELL * cells + _CONTAINER * containers


_CACHE = _InputCache()


def read_input(path: str | Path) -> Input:
    """Return the file's content, from the cache unless it changed; raises OSError if it cannot be opened."""
    place = os.path.realpath(path)
    cached = _CACHE.get(place, _stamp(os.stat(place)))
    if cached is not None:
        return cached
    stamp, source = _read(place)
    if time.time_ns() - stamp[2] > _SETTLED_AFTER:
        _CACHE.put(place, stamp, source)
    return source


def file_value(path: str | Path) -> Any:
    """Return the value of a data file, as a program's `load` returns it; for a long file, a sample.

    The value of a log is its rows. Raises ValueError, `path:line: what is wrong`, where it cannot be parsed.
    """
    source = read_input(path)
    if source.fault:
        raise ValueError(f"{path}:{source.fault}")
    return source.value


def count_of(path: str | Path) -> str:
    """Return the number of rows in a file whose value is only a sample, as text; else ""."""
    try:
        extent = read_input(path).extents.get("")
    except OSError:
        return ""
    if extent is None or extent.whole or extent.total is None:
        return ""
    return f"{'' if extent.exact else 'about '}{extent.total}"


def parse_content(name: str, content: bytes) -> Any:
    """Parse the whole `content` of a file called `name`; raises ValueError where it does not fit the ending."""
    kind = file_reading.kind_of(name)
    if kind == "SQLite":
        return sqlite_values.parse(content)
    if kind == "spreadsheet":
        return spreadsheet_values.parse(content)
    return file_reading.parse(kind, file_reading.decoded(content), file_reading.ending_of(name))


def _stamp(status: os.stat_result) -> Stamp:
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _read(path: str) -> tuple[Stamp, Input]:
    """Read the file and return its stamp and content; it is read again where it changes meanwhile."""
    kind = file_reading.kind_of(path)
    limit = READ_SLOWLY if kind in _SLOW else READ
    for _ in range(_TRIES):
        with open_regular(path, links=False) as file:
            before = os.fstat(file.fileno())
            raw = file.read(min(_SNIFFED, limit))
            database = _read_database(path, before) if raw.startswith(sqlite_values.MAGIC) else None
            if kind == "spreadsheet" and spreadsheet_values.is_spreadsheet(raw):
                raw += file.read(limit - len(raw))
            elif database is None:
                raw += b"" if _is_binary(raw) else file.read(limit - len(raw))
            after = os.fstat(file.fileno())
        if _stamp(before) == _stamp(after):
            break
    else:
        if after.st_size <= before.st_size:  # what only grows, as a log does, is read as far as it went
            fault = "1: it changed while it was read; run again when nothing writes to it"
            return _stamp(after), Input(kind, "", "", after.st_size, len(raw), fault=fault)
    return _stamp(after), database or _parse(path, kind, raw, after.st_size)


def _is_binary(raw: bytes) -> bool:
    """True where the bytes are no text: they have a NUL near the beginning and no mark of UTF-16."""
    return b"\0" in raw[:_SNIFFED] and raw[:2] not in (b"\xff\xfe", b"\xfe\xff")


def _read_database(path: str, status: os.stat_result) -> Input:
    size = status.st_size
    try:
        tables, counts = sqlite_values.read(path, ROWS, CELLS)
    except ValueError as error:
        return Input("SQLite", "", "", size, size, fault=str(error))
    extents = {name: Extent(len(rows), counts[name]) for name, rows in tables.items()}
    extents = {"": next(iter(extents.values()))} if len(extents) == 1 else extents
    return Input("SQLite", sqlite_values.one_or_all(tables), "", size, size, extents)


def _read_spreadsheet(raw: bytes, size: int) -> Input:
    if len(raw) < size:
        fault = f"1: not read as a spreadsheet: it has more than {READ >> 20} MiB; save its sheets as CSV"
        return Input("spreadsheet", "", "", size, len(raw), fault=fault)
    try:
        tables, counts = spreadsheet_values.read(raw, ROWS, CELLS)
    except ValueError as error:
        return Input("spreadsheet", "", "", size, size, fault=str(error))
    extents = {name: Extent(len(rows), counts[name]) for name, rows in tables.items()}
    extents = {"": next(iter(extents.values()))} if len(extents) == 1 else extents
    return Input("spreadsheet", sqlite_values.one_or_all(tables), "", size, size, extents)


def _parse(path: str, kind: str, raw: bytes, size: int) -> Input:
    if kind == "spreadsheet" and spreadsheet_values.is_spreadsheet(raw):
        return _read_spreadsheet(raw, size)
    if _is_binary(raw):
        return Input("binary", "", "", size, len(raw))
    if kind in ("SQLite", "spreadsheet"):
        kind = "text"
    whole = len(raw) >= size
    text = file_reading.decoded(raw, whole)
    if not whole and "\n" in text:
        text = text[: text.rindex("\n") + 1]
    source = Input(kind, text, text, size, len(raw))
    if kind in ("JSON", "JSON lines"):
        source, whole = _without_too_many_containers(source, whole)
    try:
        if kind == "table":
            return _read_table(source, file_reading.ending_of(path), whole)
        if kind == "text":
            log = _read_log(source, whole)
            marked = log is source and whole and file_reading.ending_of(path) in markdown_tables.ENDINGS
            table = markdown_tables.table_in(text) if marked else None
            return _markdown(source, table.rows) if table else log
        if kind == "JSON lines":
            return _read_json_lines(source)
        return _plain_value(source, whole)
    except RecursionError:
        return replace(source, fault=f"1: not read as {kind}: it is nested too deeply")
    except ValueError as error:
        return replace(source, fault=str(error))


def _without_too_many_containers(source: Input, whole: bool) -> tuple[Input, bool]:
    """Cut JSON so that about CONTAINERS lists and objects are parsed; return it, and whether it is whole."""
    text = source.text
    count = text.count("[") + text.count("{")
    if count <= CONTAINERS:
        return source, whole
    text = text[: len(text) * CONTAINERS // count]
    if source.kind == "JSON lines":
        text = text[: text.rfind("\n") + 1]
    read = len(text.encode("utf-8", "replace"))
    return replace(source, value=text, text=text, read=read), False


def _read_table(source: Input, ending: str, whole: bool) -> Input:
    table = delimited_tables.read(source.text, ending, ROWS, CELLS, whole)
    return replace(source, value=table.rows, extents={"": _extent(table.rows, table.count, source, table.part)})


def _markdown(source: Input, rows: list[delimited_tables.Row]) -> Input:
    return replace(source, kind="table", value=rows[:ROWS], extents={"": Extent(len(rows[:ROWS]), len(rows))})


def _extent(rows: list[Any], count: int, source: Input, part: float = 1.0) -> Extent:
    """Return the extent of a sample; the fraction `part` of the text that was read holds `count` rows."""
    if source.read >= source.size:
        return Extent(len(rows), count)
    return Extent(len(rows), _rounded(count * source.size / max(1.0, source.read * part)), exact=False)


def _rounded(count: float) -> int:
    """Round an estimate to two significant figures."""
    unit: int = 10 ** max(0, int(math.log10(max(1.0, count))) - 1)
    return round(count / unit) * unit


def _read_log(source: Input, whole: bool) -> Input:
    end = _end_of_rows(source.text)
    rows = log_rows(source.text[:end])
    if not rows:
        return source
    if whole and end == len(source.text):
        return replace(source, kind="log", value=rows, extents={"": Extent(len(rows), len(rows))})
    count = len(rows) * len(source.text) / end * source.size / max(1, source.read)
    return replace(
        source, kind="log", value=rows, extents={"": Extent(len(rows), _rounded(count), exact=False)}
    )


def _end_of_rows(text: str) -> int:
    """Return the offset at which the first ROWS lines of a text end; of a shorter one, its length."""
    end = 0
    for _ in range(ROWS):
        end = text.find("\n", end) + 1
        if not end:
            return len(text)
    return end


def _read_json_lines(source: Input) -> Input:
    end = _end_of_rows(source.text)
    values = file_reading.parse_json_lines(source.text[:end])
    count = len(values) + sum(1 for _ in _FILLED.finditer(source.text, end))
    return replace(source, value=values, extents={"": _extent(values, count, source)})


def _plain_value(source: Input, whole: bool) -> Input:
    """Parse JSON, XML, TOML, YAML or INI; where the file was cut, only its complete values."""
    part = 1.0
    if whole:
        value = file_reading.parse(source.kind, source.text)
    elif source.kind == "XML":
        value = xml_values.parse(source.text, whole)
    elif source.kind == "JSON" and source.text.lstrip().startswith("["):
        value, part = _first_values(source.text)
    elif source.kind == "JSON":
        value = file_reading.parse_json(_cut_json(source.text[:READ_SLOWLY]))
    else:
        value = file_reading.parse(source.kind, _whole_parts(source.kind, source.text))
    if not isinstance(value, list):
        return replace(source, value=value)
    return replace(source, value=value[:ROWS], extents={"": _extent(value[:ROWS], len(value), source, part)})


def _whole_parts(kind: str, text: str) -> str:
    """Return a cut text without its last section or top-level entry, which may be incomplete."""
    begins = [match.start() for match in _TOP.get(kind, _SECTION).finditer(text)]
    return text[: begins[-1]] if len(begins) > 1 else text


def _first_values(text: str) -> tuple[list[Any], float]:
    """Return the complete values of a cut JSON list, and the fraction of the text that they take."""
    decoder = json.JSONDecoder()
    values: list[Any] = []
    place = text.index("[") + 1
    while len(values) < ROWS:
        place = _SPACE.match(text, place).end()  # type: ignore[union-attr]
        try:
            value, end = decoder.raw_decode(text, place)
        except json.JSONDecodeError:
            break
        gap = _SPACE.match(text, end)
        if gap is None or text[gap.end() : gap.end() + 1] != ",":
            break
        values.append(value)
        place = gap.end() + 1
    if not values:
        raise ValueError("1: not JSON: a list without a whole value at its beginning")
    return values, place / len(text)


def _cut_json(text: str) -> str:
    """Cut JSON text at its last comma outside a string, and close the brackets that are open there."""
    stack: list[str] = []
    end, closing = 0, ""
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in "[{":
            stack.append("]" if token == "[" else "}")
            if len(stack) > _DEEPEST:
                raise RecursionError
        elif token in "]}":
            if stack:
                stack.pop()
        elif token == ",":
            end, closing = match.start(), "".join(reversed(stack))
    return text[:end] + closing
