"""The sheets of a spreadsheet (Excel, OpenDocument) as rows, with the values that were last worked out."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from pandora.programs.inside import delimited_tables, sqlite_values
from pandora.programs.inside.date_columns import Day
from pandora.programs.inside.typed_columns import column

Row = dict[str, Any]
_ZIP, _OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
"""How the files of today's programs begin, and those of Excel until 2003."""
_SHEET = "\x1d"
"""What stands before the name of a sheet in the text of a copy."""
_LARGEST = 256 << 20
"""The most bytes that a spreadsheet may unpack to."""


def is_spreadsheet(head: bytes) -> bool:
    """True where a file that is named like a spreadsheet begins like one, or like the text of a copy."""
    return head.startswith((_ZIP, _OLD, _SHEET.encode()))


def read(
    content: bytes, rows: int | None = None, cells: int | None = None
) -> tuple[dict[str, list[Row]], dict[str, int]]:
    """The first rows of each sheet by its name, and how many rows it has; sheets without a row are left out.

    The first row with several cells has the names of the columns: a title above it is none. ValueError, which
    begins with a line's number, where the content is no spreadsheet that can be read.
    """
    tables: dict[str, list[Row]] = {}
    counts: dict[str, int] = {}
    for name, lines in _sheets(content):
        header, records = _parted(lines)
        limit = rows if rows is None or cells is None else min(rows, max(1, cells // max(1, len(header))))
        if records:
            tables[name] = _rows(header, records[:limit])
            counts[name] = len(records)
    return tables, counts


def parse(content: bytes) -> Any:
    """The rows of the only sheet, or those of all by name; ValueError where there are none."""
    tables, _ = read(content)
    if not tables:
        raise ValueError("1: the spreadsheet has no rows")
    return sqlite_values.one_or_all(tables)


def copied(tables: Iterable[tuple[str, Sequence[Row]]]) -> bytes:
    """The text of a copy of a spreadsheet, which is read as one: each sheet with its name, as CSV."""
    text = io.StringIO()
    for name, rows in tables:
        text.write(f"{_SHEET}{name}\n")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([f"'{column}" for column in rows[0]] if rows else [])
        writer.writerows([_written(cell) for cell in row.values()] for row in rows)
    return text.getvalue().encode("utf-8", "replace")


def _sheets(content: bytes) -> Iterable[tuple[str, list[list[Any]]]]:
    """The name and the cells of each sheet."""
    if content.startswith(_SHEET.encode()):
        for part in content.decode("utf-8").split(_SHEET)[1:]:
            name, _, text = part.partition("\n")
            yield name, [_typed(line) for line in csv.reader(io.StringIO(text))]
        return
    import python_calamine

    try:
        if content.startswith(_ZIP):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                if sum(part.file_size for part in archive.infolist()) > _LARGEST:
                    raise ValueError(f"it unpacks to more than {_LARGEST >> 20} MiB")
        workbook = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(content))
        sheets = [(name, workbook.get_sheet_by_name(name).to_python()) for name in workbook.sheet_names]
    except BaseException as error:  # what its parser panics at is no Exception
        if isinstance(error, (KeyboardInterrupt, SystemExit, MemoryError)):
            raise
        said = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise ValueError(f"1: not read as a spreadsheet: {said}") from None
    yield from sheets


def _written(cell: Any) -> str:
    """A cell of a copy: a text with the mark before it that spreadsheets have for one."""
    return f"'{cell}" if isinstance(cell, str) and not isinstance(cell, Day) and cell else _text(cell)


def _typed(line: Sequence[str]) -> list[Any]:
    """The cells of a line of a copy as their sheet had them: numbers as numbers, days as days."""
    cells: list[Any] = []
    for text in line:
        value: Any = text[1:]
        if not text.startswith("'"):
            try:
                value = float(text)
            except ValueError:
                value = _moment(text)
        cells.append(value)
    return cells


def _moment(text: str) -> Any:
    try:
        return datetime.fromisoformat(text) if len(text) > len("2024-03-13") else date.fromisoformat(text)
    except ValueError:
        return text


def _parted(lines: Sequence[Sequence[Any]]) -> tuple[list[str], list[list[Any]]]:
    """The names of the columns and the rows below them; blank rows are none."""
    filled = [line for line in lines if any(_text(cell) for cell in line)]
    several = [place for place, line in enumerate(filled) if sum(bool(_text(cell)) for cell in line) > 1]
    begin = several[0] if several else 0
    if not filled:
        return [], []
    width = max(len(line) for line in filled)
    used = [at for at in range(width) if any(at < len(line) and _text(line[at]) for line in filled[begin:])]
    rows = [[line[at] if at < len(line) else None for at in used] for line in filled[begin:]]
    names = delimited_tables.unique_names([_text(cell).strip() for cell in rows[0]], len(used))
    return list(names), rows[1:]


def _rows(header: Sequence[str], records: Sequence[Sequence[Any]]) -> list[Row]:
    columns = [_column([record[at] for record in records]) for at in range(len(header))]
    return [dict(zip(header, values, strict=True)) for values in zip(*columns, strict=True)]


def _column(cells: Sequence[Any]) -> list[Any]:
    """The values of a column: numbers and days as the sheet has them, with None for a blank; else texts."""
    given = [cell for cell in cells if _text(cell)]
    if given and all(isinstance(cell, (int, float)) and not isinstance(cell, bool) for cell in given):
        return [_number(cell) if _text(cell) else None for cell in cells]
    if given and all(isinstance(cell, date) for cell in given):
        return [Day(_text(cell)) if _text(cell) else None for cell in cells]
    return column([_text(cell) for cell in cells])


def _number(cell: float) -> int | float:
    return int(cell) if float(cell).is_integer() and abs(cell) < 1e15 else float(cell)


def _text(cell: Any) -> str:
    """A cell as text: 3.0 as 3, a day as ISO text, a time of day with its seconds where it has some."""
    if cell is None or cell == "":
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, (int, float)):
        return repr(_number(cell))
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == time() else cell.isoformat(" ").removesuffix(":00")
    if isinstance(cell, (date, time, timedelta)):
        return str(cell)
    return str(cell).strip()
