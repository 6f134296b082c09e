"""Files of data as tables of records, which are altered and written again in the file's own format."""

from __future__ import annotations

import copy
import csv
import io
import json
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from pandora.programs.inside import (
    delimited_tables,
    file_reading,
    markdown_tables,
    spreadsheet_values,
    sqlite_values,
)
from pandora.programs.inside.log_lines import log_rows
from pandora.programs.inside.nested_rows import nested_column
from pandora.programs.inside.typed_columns import columns as typed_columns

SAMPLED_ABOVE = 20 << 20
"""The most bytes that are read of a file."""
_MOST_ROWS = 20_000
"""The most rows of a file that copies hold; of more, some at equal distances, the same in each copy."""
_SLOW = 1 << 20
"""The most bytes of a YAML file, whose parser takes a second for so many."""
_CODE = (".py", ".sh", ".js", ".md", ".html")
"""Endings of texts whose lines are no rows, however alike they look."""
_MAY_BE_THOUSANDS = re.compile(r"-?\d{1,3}\.\d{3}")
_MOST_READ = 2_000
"""The most rows of which it is looked after: more tell what their columns are."""
UNREADABLE = b""
"""What is written of a table whose cells a program would read as something else than before."""
_LIST_ITEM = re.compile(r"^( *)- ", re.M)

Cells = dict[str, Any]


@dataclass(frozen=True)
class Record:
    """A row: its cells by column, and what stands for it in the file; None where a cell was altered."""

    cells: Cells
    source: Any = None

    def altered(self, column: str, value: Any) -> Record:
        """The record with another value in a column; the other cells stay."""
        return Record({**self.cells, column: value}, self.source)


Records = Sequence[Record]
Tables = Mapping[str, Records]
"""The records of each table of a file, by the table's name; "" where the file has one without a name."""


@dataclass(frozen=True)
class DataFile:
    """A file of data: its tables, and `write`, which gives the file's bytes with other tables in their place.

    `sampled` tells that the tables have only some rows of a long file.
    """

    path: str
    tables: Tables
    write: Callable[[Tables], bytes]
    sampled: bool = False


def data_file(path: str, raw: bytes) -> DataFile | None:
    """The tables of a file; None where it holds no rows that can be altered."""
    try:
        read = _reader(path, raw)
        file = read(path, raw[:SAMPLED_ABOVE]) if read else None
    except (ValueError, RecursionError, sqlite3.Error, KeyError, AttributeError, TypeError):
        return None
    if file is None or not any(file.tables.values()):
        return None
    if len(raw) <= SAMPLED_ABOVE and sum(map(len, file.tables.values())) <= _MOST_ROWS:
        return file
    step = -(-sum(map(len, file.tables.values())) // _MOST_ROWS)
    tables = {name: records[::step] for name, records in file.tables.items()}
    return replace(file, tables=tables, sampled=True)


def _reader(path: str, raw: bytes) -> Callable[[str, bytes], DataFile | None] | None:
    if raw.startswith(sqlite_values.MAGIC):
        return None if len(raw) > SAMPLED_ABOVE else _database
    kind = file_reading.kind_of(path)
    if kind == "spreadsheet":
        return None if len(raw) > SAMPLED_ABOVE else _spreadsheet
    if kind == "YAML" and len(raw) > _SLOW:
        return None
    if len(raw) > SAMPLED_ABOVE and kind not in ("table", "JSON lines", "text"):
        return None  # half of such a file is none
    readers = {"table": _delimited, "JSON": _json, "JSON lines": _json_lines, "XML": _xml, "YAML": _yaml}
    return {**readers, "text": _lines}.get(kind)


class CellTypes:
    """What the cells of a delimited table are as a whole: few of its rows may be read as something else.

    03/04/2025 is a day beside 15/04/2025, 1.250 a thousand beside 89,5 and `ERR` a word among many numbers.
    """

    def __init__(self, records: Records, comma_divides: bool) -> None:
        self.records, self.comma_divides = records, comma_divides

    @cached_property
    def _values(self) -> Mapping[str, Mapping[str, Any]]:
        """What each text of each column is, by the column's name."""
        texts = _texts_of(self.records)
        typed = typed_columns([*texts.values()], self.comma_divides)
        return {
            name: dict(zip(own, cells, strict=True))
            for (name, own), cells in zip(texts.items(), typed, strict=True)
        }

    def kept(self, records: Records) -> Records | None:
        """Some of the rows, perhaps altered, written so that each cell is what it was; None for none such."""
        if records is self.records or not self.records or not 0 < len(records) <= _MOST_READ:
            return records
        changed = self._changed(records)
        if not changed:
            return records
        plain = {name: {text: _plain(cell) for text, cell in self._values[name].items()} for name in changed}
        written = [
            replace(
                row, cells={name: plain.get(name, {}).get(str(cell), cell) for name, cell in row.cells.items()}
            )
            for row in records
        ]
        again = _texts_of(written)
        typed = typed_columns([*again.values()], self.comma_divides)
        before = _texts_of(records)
        same = all(
            _is_alike(cell, self._values[name].get(text, cell))
            for name, cells in zip(again, typed, strict=True)
            for text, cell in zip(before[name], cells, strict=True)
        )
        return written if same else None

    def _changed(self, records: Records) -> list[str]:
        """The columns of which these rows have a cell that is read as something else."""
        texts = _texts_of(records)
        if all(set(own) == self._values.get(name, {}).keys() for name, own in texts.items()):
            return []
        typed = typed_columns([*texts.values()], self.comma_divides)
        return [
            name
            for (name, own), cells in zip(texts.items(), typed, strict=True)
            if not all(
                _is_alike(cell, self._values[name].get(text, cell))
                for text, cell in zip(own, cells, strict=True)
            )
        ]


def _texts_of(records: Records) -> dict[str, list[str]]:
    """The texts of each column that all rows have."""
    return {name: [str(row.cells.get(name, "")) for row in records] for name in records[0].cells}


def _is_alike(one: Any, other: Any) -> bool:
    """True for two cells that a program takes for the same; a blank is one whatever the column holds."""
    if one in (None, "") and other in (None, ""):
        return True
    if isinstance(one, str) or isinstance(other, str):
        return type(one) is type(other) and str(one) == str(other)
    return bool(one == other)


def _plain(cell: Any) -> str:
    """A number, a day or a text as it is read whatever stands beside it."""
    if cell is None or isinstance(cell, str):
        return str(cell or "")
    text = str(int(cell)) if cell == int(cell) else repr(float(cell))
    return f"{text}0" if _MAY_BE_THOUSANDS.fullmatch(text) else text


def _text(raw: bytes) -> tuple[str, Callable[[str], bytes]]:
    """The text of a file, and what encodes another one as this one is."""
    encoding = file_reading.encoding_of(raw, whole=len(raw) < SAMPLED_ABOVE)
    if encoding == "utf-8-sig" and not raw.startswith(b"\xef\xbb\xbf"):
        encoding = "utf-8"
    end = "\r\n" if b"\r\n" in raw[: 1 << 16] else "\n"
    return file_reading.decoded(raw, len(raw) < SAMPLED_ABOVE), lambda text: text.replace("\n", end).encode(
        encoding, "replace"
    )


def _record_texts(text: str, delimiter: str) -> Iterator[tuple[str, list[str]]]:
    """Each record of a delimited text, as it is written and as cells; a quoted cell may span lines."""
    lines = text.splitlines(keepends=True)
    reader = csv.reader(iter(lines), delimiter=delimiter, skipinitialspace=True)
    begin = 0
    for cells in reader:
        yield "".join(lines[begin : reader.line_num]), cells
        begin = reader.line_num


def _delimited(path: str, raw: bytes) -> DataFile | None:
    text, encode = _text(raw)
    text = text if text.endswith("\n") else text + "\n"
    ending = file_reading.ending_of(path)
    delimiter = delimited_tables.delimiter_of(text, ending)
    head, names, records = delimited_tables.text_above(text, ending), list[str](), []
    bare = not delimited_tables.has_header(text, delimiter)
    for written, cells in _record_texts(text[len(head) :], delimiter):
        if bare and not names and any(map(str.strip, cells)):
            names = delimited_tables.unique_names([], len(cells))
        if not names:
            head += written
            if any(map(str.strip, cells)):
                names = delimited_tables.unique_names([cell.strip() for cell in cells], len(cells))
        elif any(map(str.strip, cells)):
            filled = [*cells, *[""] * (len(names) - len(cells))]
            records.append(_sourced(dict(zip(names, map(str.strip, filled), strict=False)), written))
    types = CellTypes(records, comma_divides=delimiter == ",")

    def line(record: Record) -> str:
        if record.source[1] == record.cells:
            return str(record.source[0])
        file = io.StringIO()
        csv.writer(file, delimiter=delimiter, lineterminator="\n").writerow(record.cells.values())
        return file.getvalue()

    def write(tables: Tables) -> bytes:
        kept = types.kept(tables[""])
        whole = "" if kept is None else head + "".join(map(line, kept))
        # A few rows of a table without a header may be read as if the first one were it.
        turned = bare and delimited_tables.has_header(whole, delimiter)
        return UNREADABLE if kept is None or turned else encode(whole)

    return DataFile(path, {"": records}, write)


def _sourced(cells: Cells, source: Any) -> Record:
    """A record that knows the cells that its source has, to tell whether one was altered."""
    return Record(cells, (source, cells))


def _plain_records(rows: Any) -> list[Record] | None:
    if isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows):
        return [Record(row) for row in rows]
    return None


def _json(path: str, raw: bytes) -> DataFile | None:
    text, encode = _text(raw)
    value = json.loads(text)
    holders = value if isinstance(value, dict) else {"": value}
    inner = {name: nested_column(rows) for name, rows in holders.items() if _plain_records(rows)}
    tables = {
        name: _inner_records(holders[name], column) if column else _plain_records(holders[name]) or []
        for name, column in inner.items()
    }

    def write(tables: Tables) -> bytes:
        lists = {
            name: _with_inner_rows(holders[name], inner[name], records)
            if inner[name]
            else [record.cells for record in records]
            for name, records in tables.items()
        }
        whole = {**value, **lists} if isinstance(value, dict) else lists[""]
        return encode(json.dumps(whole, ensure_ascii=False, indent=1))

    return DataFile(path, tables, write)


def _inner_records(rows: Sequence[Cells], column: str) -> list[Record]:
    """A record for each row in a column of rows: its cells, with the plain ones of the row that holds it."""
    records = []
    for place, row in enumerate(rows):
        cell = row.get(column)
        outer = {name: value for name, value in row.items() if not isinstance(value, (list, dict))}
        for inner in cell if isinstance(cell, list) else [cell] if isinstance(cell, dict) else []:
            cells = {**outer, **inner}
            records.append(Record(cells, (place, inner, cells)))
    return records


def _with_inner_rows(rows: Sequence[Cells], column: str, records: Records) -> list[Cells]:
    """The rows with the records of each in their column.

    An altered cell is one of the inner row, or else of the row that holds it, which then stands there for each
    of its values.
    """
    held: dict[int, dict[str, tuple[Cells, list[Cells]]]] = {place: {} for place in range(len(rows))}
    for record in records:
        place, inner, cells = record.source
        changed = {name: value for name, value in record.cells.items() if value != cells.get(name)}
        outer = {name: value for name, value in changed.items() if name in rows[place] and name not in inner}
        own = {**inner, **{name: value for name, value in changed.items() if name not in outer}}
        held[place].setdefault(repr(outer), (outer, []))[1].append(own)
    return [
        {**row, **outer, column: inner_rows}
        for place, row in enumerate(rows)
        for outer, inner_rows in held[place].values() or [({}, [])]
    ]


def _json_lines(path: str, raw: bytes) -> DataFile | None:
    text, encode = _text(raw)
    lines = [line for line in text.split("\n") if line.strip()]
    if len(raw) >= SAMPLED_ABOVE:
        lines.pop()
    records = _plain_records([json.loads(line) for line in lines])
    if records is None:
        return None
    return DataFile(
        path,
        {"": records},
        lambda tables: encode(
            "".join(json.dumps(record.cells, ensure_ascii=False) + "\n" for record in tables[""])
        ),
    )


def _xml(path: str, raw: bytes) -> DataFile | None:
    """The elements that repeat and have none inside that do, a table for each of their names."""
    from xml.etree import ElementTree

    from defusedxml.ElementTree import fromstring

    root = fromstring(raw)
    names = _innermost_repeated(root)
    tables: dict[str, list[Record]] = {}

    def look(parent: Any, outer: Cells) -> None:
        for child in parent:
            cells = {**outer, **_element_cells(child, names)}
            if child.tag in names:
                tables.setdefault(child.tag, []).append(Record(cells, (parent, child, cells)))
            else:
                look(child, cells)

    look(root, {})
    parents = [record.source[0] for records in tables.values() for record in records]

    def write(tables: Tables) -> bytes:
        for parent in parents:
            parent[:] = [child for child in parent if child.tag not in names]
        for records in tables.values():
            for record in records:
                record.source[0].append(_element_of(record))
        written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
        return written

    return DataFile(path, tables if len(tables) > 1 else {"": next(iter(tables.values()), [])}, write)


def _innermost_repeated(root: Any) -> set[str]:
    """The names of elements that stand several times in another one, without those that hold such elements."""
    times = (Counter(child.tag for child in parent) for parent in root.iter())
    repeated = {tag for counted in times for tag, count in counted.items() if count > 1}
    within = ((tag, {inner.tag for inner in element.iter()}) for tag in repeated for element in root.iter(tag))
    return repeated - {tag for tag, inner in within if inner & repeated - {tag}}


def _element_cells(element: Any, rows: Set[str]) -> Cells:
    """The attributes of an element, and the texts of those inside it that have none; not of its `rows`."""
    cells: Cells = dict(element.attrib)
    plain = (child for child in element if not len(child) and child.tag not in rows)
    cells.update({child.tag: (child.text or "").strip() for child in plain})
    return cells


def _element_of(record: Record) -> Any:
    _, element, cells = record.source
    element = copy.deepcopy(element)
    for name, value in record.cells.items():
        if value == cells.get(name):
            continue
        if name in element.attrib:
            element.set(name, str(value))
            continue
        child = element.find(name)
        if child is None:
            child = element.makeelement(name, {})
            element.append(child)
        child.text = "" if value is None else str(value)
    return element


def _yaml(path: str, raw: bytes) -> DataFile | None:
    """The items of the one outermost list; comments above it stay, and what comes after it."""
    text, encode = _text(raw)
    value = file_reading.parse("YAML", text)
    lists = [value] if isinstance(value, list) else [*value.values()] if isinstance(value, dict) else []
    rows = [part for part in lists if _plain_records(part)]
    first = _LIST_ITEM.search(text)
    if len(rows) != 1 or first is None:
        return None
    starts = [match.start() for match in _LIST_ITEM.finditer(text) if match[1] == first[1]]
    ends = [*starts[1:], len(text)]
    if after := re.compile(r"^(?=[^\s#-])", re.M).search(text, starts[-1] + 1):
        ends[-1] = after.start()
    if len(starts) != len(rows[0]):
        return None
    items = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    items[-1] = items[-1] if items[-1].endswith("\n") else items[-1] + "\n"
    records = [_sourced(row, item) for row, item in zip(rows[0], items, strict=True)]
    head, tail, indent = text[: starts[0]], text[ends[-1] :], first[1]

    def item(record: Record) -> str:
        if record.cells == record.source[1]:
            return str(record.source[0])
        return f"{indent}- {json.dumps(record.cells, ensure_ascii=False)}\n"

    return DataFile(path, {"": records}, lambda tables: encode(head + "".join(map(item, tables[""])) + tail))


def _lines(path: str, raw: bytes) -> DataFile | None:
    """The lines of a log, with what continues each; or those of a text in which every line is alike."""
    text, encode = _text(raw)
    lines = text.splitlines()
    if path.endswith(markdown_tables.ENDINGS) and (table := markdown_tables.table_in(text)):
        return _markdown(path, table, encode)
    if path.endswith(_CODE):
        return None
    if rows := log_rows(text):
        numbers = [row["line"] - 1 for row in rows]
        chunks = ["\n".join(lines[a:b]) for a, b in zip(numbers, [*numbers[1:], len(lines)], strict=True)]
        cells = [{name: value for name, value in row.items() if name != "line"} for row in rows]
        head = "".join(f"{line}\n" for line in lines[: numbers[0]])
    elif columns := _alike(lines):
        chunks, cells, head = lines, columns, ""
    else:
        return None
    records = [_sourced(row, chunk) for row, chunk in zip(cells, chunks, strict=True)]

    def chunk(record: Record) -> str:
        written, cells = record.source
        for name, value in record.cells.items():
            if value != cells.get(name) and cells.get(name) is not None:
                written = written.replace(str(cells[name]), str(value), 1)
        return f"{written}\n"

    return DataFile(path, {"": records}, lambda tables: encode(head + "".join(map(chunk, tables[""]))))


def _markdown(path: str, table: markdown_tables.MarkdownTable, encode: Callable[[str], bytes]) -> DataFile:
    """The rows of the one Markdown table of a text, whose other lines stay as they are."""
    records = [_sourced(row, line) for row, line in zip(table.rows, table.lines, strict=True)]

    def line(record: Record) -> str:
        written, cells = record.source
        return str(written) if record.cells == cells else markdown_tables.line_of([*record.cells.values()])

    return DataFile(
        path, {"": records}, lambda tables: encode(table.with_lines([line(record) for record in tables[""]]))
    )


def _alike(lines: Sequence[str]) -> list[Cells]:
    """The cells of lines of one form: a word each, or the same number of cells; [] for any other text."""
    if len(lines) < 3 or not all(line.strip() for line in lines):
        return []
    for delimiter in (*delimited_tables.DELIMITERS, " "):
        parts = [line.strip().split(delimiter) for line in lines]
        widths = {len(part) for part in parts}
        if len(widths) == 1 and (width := widths.pop()) > 1:
            return [{f"column_{at + 1}": part[at].strip() for at in range(width)} for part in parts]
    alone = all(len(line.split()) == 1 for line in lines)
    return [{"column_1": line.strip()} for line in lines] if alone else []


def _database(path: str, raw: bytes) -> DataFile | None:
    """The tables of an SQLite file; written again without constraints, so that a row can stand twice."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(raw)
        names = sqlite_values.names(database)
        tables = {name: [Record(row) for row in _database_rows(database, name)] for name in names}
        types = {name: _column_types(database, name) for name in names}
        views = [str(sql) for (sql,) in database.execute("SELECT sql FROM sqlite_master WHERE type = 'view'")]

    def write(tables: Tables) -> bytes:
        with closing(sqlite3.connect(":memory:")) as database:
            for name, records in tables.items():
                quoted_name = sqlite_values.quoted(name)
                database.execute(f"CREATE TABLE {quoted_name} ({', '.join(types[name])})")
                marks = ", ".join("?" * len(types[name]))
                rows = [tuple(record.cells.values()) for record in records]
                database.executemany(f"INSERT INTO {quoted_name} VALUES ({marks})", rows)
            for view in views:
                database.execute(view)
            database.commit()
            return database.serialize()

    return DataFile(path, tables, write)


def _spreadsheet(path: str, raw: bytes) -> DataFile | None:
    """The sheets of a spreadsheet; a copy of it is text, which is read as one."""
    tables, _ = spreadsheet_values.read(raw)

    def write(tables: Tables) -> bytes:
        return spreadsheet_values.copied(
            (name, [record.cells for record in records]) for name, records in tables.items()
        )

    return DataFile(path, {name: [Record(row) for row in rows] for name, rows in tables.items()}, write)


def _database_rows(database: sqlite3.Connection, name: str) -> Iterator[Cells]:
    cursor = database.execute(f"SELECT * FROM {sqlite_values.quoted(name)}")
    columns = [str(column[0]) for column in cursor.description]
    return (dict(zip(columns, row, strict=True)) for row in cursor)


def _column_types(database: sqlite3.Connection, name: str) -> list[str]:
    info = database.execute(f"PRAGMA table_info({sqlite_values.quoted(name)})")
    return [f"{sqlite_values.quoted(str(row[1]))} {row[2]}" for row in info]
