"""The task's inputs: each file is read once, a bounded part of it, by the parsers that programs use."""

from __future__ import annotations

import json
import math
import os
import re
import stat
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import Any

from pandora.programs.inside import delimited_tables, file_reading, sqlite_values, xml_values
from pandora.programs.inside.log_lines import log_rows

READ = 8 << 20
"""Bytes that are read of a file."""
READ_SLOWLY = 256 << 10
"""The same of kinds whose parsers take seconds for a few MiB."""
ROWS, CELLS = 20_000, 1_000_000
"""Rows that are parsed of a table, and about how many cells."""
CACHED = 32 << 20
"""Bytes of files whose values are kept."""
ENDINGS = (*file_reading.KINDS, ".log")
"""The endings of files that hold data, and no prose or code."""
_SLOW = ("XML", "YAML", "TOML", "INI")
_TOP = {"YAML": re.compile(r"^(?=[^\s#}\]])", re.M)}
_SECTION = re.compile(r"^(?=\[)", re.M)
_TRIES = 3
_SETTLED_AFTER = 50_000_000
"""Nanoseconds: two changes that are nearer to one another can leave the same time on a file."""
_SNIFFED = 8192
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},]', re.DOTALL)
_SPACE = re.compile(r"[ \t\r\n]*")
_DEEPEST = 200


@dataclass(frozen=True)
class Extent:
    """How many rows a sample holds, and of how many; `total` is None where that is not known."""

    rows: int
    total: int | None
    exact: bool = True

    @property
    def whole(self) -> bool:
        """Whether no row was left out."""
        return self.total == self.rows

    def __str__(self) -> str:
        if self.whole:
            return str(self.rows)
        total = "many" if self.total is None else f"{'' if self.exact else 'about '}{self.total:,}"
        return f"the first {self.rows:,} of {total}"


@dataclass(frozen=True)
class Input:
    """What a file holds.

    `kind` is one of `file_reading.KINDS`, or `log`, `text` or `binary`. `value` has rows, a value of JSON's
    kinds, or text; it is shared, so nobody changes it. `text` is the part of the
    file that was read, of `size` bytes in all, `read` of them read. `extents` tells how many rows are in
    `value`: under "" of a list, under its name of a table of a database. `fault` is what no parser could
    read, `LINE: what is wrong`: then `kind` is what the ending says and `value` is the text.
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
        """Whether `value` is not all that the file holds."""
        return self.read < self.size or not all(extent.whole for extent in self.extents.values())


Stamp = tuple[int, int, int, int]


class _InputCache:
    """Inputs by path, those that were used last, while the file has the same stamp."""

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
            used = sum(entry.read for _, entry in self.entries.values())
            while used > CACHED and len(self.entries) > 1:
                used -= self.entries.popitem(last=False)[1][1].read


_CACHE = _InputCache()


def read_input(path: str | Path) -> Input:
    """What the file holds, read anew only where it changed; OSError where it cannot be opened."""
    place = os.path.realpath(path)
    cached = _CACHE.get(place, _stamp(os.stat(place)))
    if cached is not None:
        return cached
    stamp, source = _read(place)
    if time.time_ns() - stamp[2] > _SETTLED_AFTER:
        _CACHE.put(place, stamp, source)
    return source


def file_value(path: str | Path) -> Any:
    """What a file of data holds, as a program's `load` would give it, of a long file the sample.

    A log gives its rows. ValueError, `path:line: what is wrong`, where no parser takes it.
    """
    source = read_input(path)
    if source.fault:
        raise ValueError(f"{path}:{source.fault}")
    return source.value


def count_of(path: str | Path) -> str:
    """How many rows the file holds, where its value is only a sample of them; else ""."""
    try:
        extent = read_input(path).extents.get("")
    except OSError:
        return ""
    if extent is None or extent.whole or extent.total is None:
        return ""
    return f"{'' if extent.exact else 'about '}{extent.total}"


def parse_content(name: str, content: bytes) -> Any:
    """The whole value of a file that a program writes; ValueError where it is not what its ending says."""
    kind = file_reading.kind_of(name)
    if kind == "SQLite":
        return sqlite_values.parse(content)
    return file_reading.parse(kind, file_reading.decoded(content), file_reading.ending_of(name))


def _stamp(status: os.stat_result) -> Stamp:
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _read(path: str) -> tuple[Stamp, Input]:
    """The file's stamp and what it holds; tried again where something writes to it meanwhile."""
    kind = file_reading.kind_of(path)
    limit = READ_SLOWLY if kind in _SLOW else READ
    for _ in range(_TRIES):
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb") as file:
            before = os.fstat(file.fileno())
            if not stat.S_ISREG(before.st_mode):
                raise OSError(f"{path}: not a plain file")
            raw = file.read(min(_SNIFFED, limit))
            database = _read_database(path, before) if raw.startswith(sqlite_values.MAGIC) else None
            if database is None:
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
    """Whether it is not text: a NUL stands near its beginning, and it is no UTF-16."""
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


def _parse(path: str, kind: str, raw: bytes, size: int) -> Input:
    if _is_binary(raw):
        return Input("binary", "", "", size, len(raw))
    if kind == "SQLite":
        kind = "text"
    whole = len(raw) >= size
    text = file_reading.decoded(raw, whole)
    if not whole and "\n" in text:
        text = text[: text.rindex("\n") + 1]
    source = Input(kind, text, text, size, len(raw))
    try:
        if kind == "table":
            return _read_table(source, file_reading.ending_of(path), whole)
        if kind == "text":
            return _read_log(source, whole)
        if kind == "JSON lines":
            return _read_json_lines(source)
        return _plain_value(source, whole)
    except RecursionError:
        return replace(source, fault=f"1: not read as {kind}: it is nested too deeply")
    except ValueError as error:
        return replace(source, fault=str(error))


def _read_table(source: Input, ending: str, whole: bool) -> Input:
    table = delimited_tables.read(source.text, ending, ROWS, CELLS, whole)
    return replace(source, value=table.rows, extents={"": _extent(table.rows, table.count, source, table.part)})


def _extent(rows: list[Any], count: int, source: Input, part: float = 1.0) -> Extent:
    """The sample's extent, where `part` of the text that was read holds `count` rows."""
    if source.read >= source.size:
        return Extent(len(rows), count)
    return Extent(len(rows), _rounded(count * source.size / max(1.0, source.read * part)), exact=False)


def _rounded(count: float) -> int:
    """A number that was estimated, with two figures."""
    unit: int = 10 ** max(0, int(math.log10(max(1.0, count))) - 1)
    return round(count / unit) * unit


def _read_log(source: Input, whole: bool) -> Input:
    lines = source.text.splitlines()
    some = "\n".join(lines[:ROWS]) if len(lines) > ROWS else source.text
    rows = log_rows(some)
    if not rows:
        return source
    if whole and len(lines) <= ROWS:
        return replace(source, kind="log", value=rows, extents={"": Extent(len(rows), len(rows))})
    count = len(rows) * len(lines) / min(len(lines), ROWS) * source.size / max(1, source.read)
    return replace(
        source, kind="log", value=rows, extents={"": Extent(len(rows), _rounded(count), exact=False)}
    )


def _read_json_lines(source: Input) -> Input:
    lines = source.text.split("\n")
    some = source.text if len(lines) <= ROWS else "\n".join(lines[:ROWS])
    values = file_reading.parse_json_lines(some)
    count = len(values) + sum(1 for line in lines[ROWS:] if line and not line.isspace())
    return replace(source, value=values, extents={"": _extent(values, count, source)})


def _plain_value(source: Input, whole: bool) -> Input:
    """JSON, XML, TOML, YAML or INI: of a part of a file, what ended in it."""
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
    """The text up to its last whole part."""
    begins = [match.start() for match in _TOP.get(kind, _SECTION).finditer(text)]
    return text[: begins[-1]] if len(begins) > 1 else text


def _first_values(text: str) -> tuple[list[Any], float]:
    """The first values of a list in JSON that is cut, and the part of the text that they take."""
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
    """The JSON text up to the last comma outside a string, with what is open there closed."""
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
