"""The sheets of a spreadsheet (Excel, OpenDocument) as rows, with the values that were last worked out."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from pandora.programs.inside import delimited_tables, sqlite_values
from pandora.programs.inside.date_columns import Day
from pandora.programs.inside.typed_columns import column

Row = dict[str, Any]
Span = tuple[int, int, int, int]
"""The cells that were merged into one: their first line and last line, first column and last column."""
_ZIP, _OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
"""How the files of today's programs begin, and those of Excel until 2003."""
_SHEET = "\x1d"
"""What stands before the name of a sheet in the text of a copy."""
_LARGEST = 256 << 20
"""The most bytes that a spreadsheet may unpack to."""
_HIGHEST, _LOOKED_AT = 3, 50
"""The most lines of a header, and the first lines of a sheet among which it is looked for."""


class _Sheet(NamedTuple):
    """A sheet: its name, the cells of its lines, and which of them were merged."""

    name: str
    lines: list[list[Any]]
    spans: Sequence[Span] = ()


def is_spreadsheet(head: bytes) -> bool:
    """True where a file that is named like a spreadsheet begins like one, or like the text of a copy."""
    return head.startswith((_ZIP, _OLD, _SHEET.encode()))


def read(
    content: bytes, rows: int | None = None, cells: int | None = None
) -> tuple[dict[str, list[Row]], dict[str, int]]:
    """The first rows of each sheet by its name, and how many rows it has; sheets without a row are left out.

    A title and what else stands above the names of the columns is none of them; a name that was merged over
    several columns begins the names of each. ValueError, which begins with a line's number, where the content
    is no spreadsheet that can be read.
    """
    tables: dict[str, list[Row]] = {}
    counts: dict[str, int] = {}
    for name, lines, spans in _sheets(content):
        header, records = _parted(lines, spans)
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


def _sheets(content: bytes) -> Iterable[_Sheet]:
    """The sheets of a spreadsheet, or of the text of a copy."""
    if content.startswith(_SHEET.encode()):
        for part in content.decode("utf-8").split(_SHEET)[1:]:
            name, _, text = part.partition("\n")
            yield _Sheet(name, [_typed(line) for line in csv.reader(io.StringIO(text))])
        return
    import python_calamine

    try:
        if content.startswith(_ZIP):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                if sum(part.file_size for part in archive.infolist()) > _LARGEST:
                    raise ValueError(f"it unpacks to more than {_LARGEST >> 20} MiB")
        workbook = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(content))
        sheets = [_sheet(workbook.get_sheet_by_name(name)) for name in workbook.sheet_names]
    except BaseException as error:  # what its parser panics at is no Exception
        if isinstance(error, (KeyboardInterrupt, SystemExit, MemoryError)):
            raise
        said = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise ValueError(f"1: not read as a spreadsheet: {said}") from None
    yield from sheets


def _sheet(sheet: Any) -> _Sheet:
    """A sheet as it was read, without the blank lines and columns before its first cell."""
    top, left = sheet.start or (0, 0)
    spans = [
        (first[0] - top, last[0] - top, first[1] - left, last[1] - left)
        for first, last in sheet.merged_cell_ranges or ()
    ]
    return _Sheet(sheet.name, sheet.to_python(), spans)


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


def _parted(lines: Sequence[Sequence[Any]], spans: Sequence[Span]) -> tuple[list[str], list[list[Any]]]:
    """The names of the columns and the rows below them; blank rows are none."""
    filled = [place for place, line in enumerate(lines) if any(_text(cell) for cell in line)]
    if not filled:
        return [], []
    first, last = _header(lines, filled, spans)
    header = _names(lines[first : last + 1], first, spans)
    below = _with_merged_texts(lines, [span for span in spans if span[0] > last])
    records = [below[place] for place in filled if place > last]
    width = max(map(len, (header, *records)))
    table = [header, *records]
    used = [at for at in range(width) if any(at < len(line) and _text(line[at]) for line in table)]
    rows = [[line[at] if at < len(line) else None for at in used] for line in table]
    return list(delimited_tables.unique_names([_text(cell) for cell in rows[0]], len(used))), rows[1:]


def _header(lines: Sequence[Sequence[Any]], filled: Sequence[int], spans: Sequence[Span]) -> tuple[int, int]:
    """The first and the last line of the names of the columns.

    It is what `delimited_tables` takes for the header, else the first line with several cells, with the lines
    above and below it of which a name is merged over several columns.
    """
    texts = [_trimmed([_text(cell) for cell in lines[place]]) for place in filled[:_LOOKED_AT]]
    several = [place for place, cells in enumerate(texts) if sum(map(bool, cells)) > 1]
    first = last = filled[delimited_tables.place_of_header(texts) or (several[0] if several else 0)]
    while last - first < _HIGHEST - 1 and _are_groups(first - 1, lines, spans):
        first -= 1
    while last - first < _HIGHEST - 1 and _are_groups(last, lines, spans):
        last += 1
    return first, last


def _are_groups(place: int, lines: Sequence[Sequence[Any]], spans: Sequence[Span]) -> bool:
    """True where the merged names of a line each stand above several names: `2024` above `Paid` and `Open`."""
    wide = [span for span in spans if span[0] == place and span[3] > span[2]]
    if not 0 <= place < len(lines) - 1 or not wide or (len(wide) == 1 and wide[0][2] == 0):
        return False  # what is merged from the first column on alone is a title
    under = [_text(cell) for span in wide for cell in lines[place + 1][span[2] : span[3] + 1]]
    merged = {at for span in wide for at in range(span[2], span[3] + 1)}
    beside = any(
        _text(above) and _text(cell)
        for at, (above, cell) in enumerate(zip(lines[place], lines[place + 1], strict=False))
        if at not in merged
    )
    return all(under) and delimited_tables.has_names(under) and not beside


def _names(lines: Sequence[Sequence[Any]], first: int, spans: Sequence[Span]) -> list[str]:
    """The names of the columns, of which the lines of a header, the `first` of a sheet, have parts."""
    parts = [[" ".join(_text(cell).split()) for cell in line] for line in lines]
    for top, bottom, left, right in spans:
        for place in range(max(top, first), min(bottom, first + len(lines) - 1) + 1) if top >= first else ():
            parts[place - first][left : right + 1] = [parts[top - first][left]] * (right + 1 - left)
    return [" ".join(filter(None, dict.fromkeys(names))) for names in zip(*parts, strict=True)]


def _with_merged_texts(lines: Sequence[Sequence[Any]], spans: Sequence[Span]) -> list[list[Any]]:
    """The lines with a text or a day that was merged over several of them in each; an amount stays one."""
    filled = [list(line) for line in lines]
    for top, bottom, left, _ in spans:
        value = filled[top][left] if top < len(filled) and left < len(filled[top]) else None
        if isinstance(value, (str, date)):
            for line in filled[top + 1 : bottom + 1]:
                line[left] = value
    return filled


def _trimmed(cells: list[str]) -> list[str]:
    """The cells of a line without the blank ones behind them."""
    return cells[: max((place for place, cell in enumerate(cells, 1) if cell), default=0)]


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
    if isinstance(cell, timedelta):
        minutes, seconds = divmod(int(cell.total_seconds()), 60)
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    if isinstance(cell, (date, time)):
        return str(cell)
    return str(cell).strip()
