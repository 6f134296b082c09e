"""Tables in text whose cells are divided by commas, tabs, semicolons or bars, read as rows and written."""

from __future__ import annotations

import csv
import io
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pandora.programs.inside.typed_columns import columns

Row = dict[str, Any]
DELIMITERS = (",", "\t", ";", "|")
_SNIFFED_LINES, _SNIFFED = 50, 1 << 20
_SEPARATOR = re.compile(r"sep=([,;|\t])\s*?(?:$|\n)", re.M)
"""The first line by which a spreadsheet program says what divides the cells."""
_COMMA_OF_NUMBER = re.compile(r"(?<=\d),(?=\d)")
_MOST_ABOVE = 2
"""The most cells of a line above the header."""
_NUMBERED = re.compile(r"[-+(]?\d")
_YEAR = re.compile(r"(?:19|20)\d\d", re.ASCII)
_KINDS = {
    "day": re.compile(
        r"\d{4}-\d\d?-\d\d?(?:[T ]\d\d?:\d\d\S{0,12})?"
        r"|\d\d?([./-])\d\d?\1(?:\d\d){1,2}(?: \d\d?:\d\d\S{0,6})?",
        re.ASCII,
    ),
    "time": re.compile(r"\d\d?:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?", re.ASCII | re.I),
    "decimal": re.compile(r"[-+]?[€$£]? ?\d{1,9}[.,]\d\d?(?: ?[€$£%])?", re.ASCII),
    "number": re.compile(r"[-+]?\d{1,9}", re.ASCII),
}
"""The forms of cells that name no column."""
_NO_FIGURE = re.compile(r"[^\d.+-]")
_FEWEST_BELOW = 2
"""The fewest rows below a whole number by which it is one of them."""
_PADDED, _MOST_PADDING = 10, 1_000_000
"""How many times the cells of short rows may become by blanks, and how many cells they may become besides."""


@dataclass(frozen=True)
class Table:
    """The rows that were read, how many rows were counted, and the part of the text counted (0 to 1)."""

    rows: list[Row]
    count: int
    part: float


def parse(content: str, ending: str = "") -> list[Row]:
    """The rows of delimited text; ValueError, which begins with the line's number, where it is no table."""
    return read(content, ending).rows


def read(
    content: str, ending: str = "", most: int = sys.maxsize, cells: int = sys.maxsize, whole: bool = True
) -> Table:
    """The first rows of delimited text, at most `most`, in about `cells` cells; the others are counted.

    `ending` is the file's: of `.tsv` a tab divides the cells where there is one. The columns of a table without
    a header are named by their positions. Where `content` is not the
    `whole` file, its last record may be half a one and is left out, and nothing is counted beyond the rows.
    """
    delimiter = delimiter_of(content, ending)
    above, bare = _lines_above(content, delimiter), not has_header(content, delimiter)
    lines = _Counted(io.StringIO(content))
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
    header: list[str] = []
    taken: list[list[str]] = []
    limit = rest = 0
    try:
        for record in reader:
            if not any(map(str.strip, record)):
                continue
            if above:
                above -= 1
            elif not limit:
                limit = min(most, max(1, cells // len(record)))
                taken, header = ([record], []) if bare else ([], record)
            elif len(taken) < limit:
                taken.append(record)
            elif whole:
                rest += 1
            else:
                break
        else:
            if not whole and len(taken) > 1:
                taken.pop()
    except csv.Error as error:
        if whole or not taken:
            raise ValueError(f"{reader.line_num}: not a table: {error}") from None
    part = min(1.0, lines.length / max(1, len(content)))
    return Table(rows_of(header, taken, delimiter), len(taken) + rest, part)


class _Counted:
    """The lines of a text, and how many characters of it were taken."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = iter(lines)
        self.length = 0

    def __iter__(self) -> Iterator[str]:
        for line in self.lines:
            self.length += len(line)
            yield line


def rows_of(header: Sequence[str], records: list[list[str]], delimiter: str) -> list[Row]:
    """The rows of a table by its header and its records of cells, typed by column."""
    if not records:
        return []
    width = max(map(len, (header, *records)))
    if width * len(records) > _PADDED * (len(header) + sum(map(len, records))) + _MOST_PADDING:
        raise ValueError(f"1: not a table: its rows have up to {width:,} cells, and most have far fewer")
    names = unique_names([cell.strip() for cell in header], width)
    short = [record if len(record) == width else record + [""] * (width - len(record)) for record in records]
    table = [list(map(str.strip, cells)) for cells in zip(*short, strict=True)]
    return [
        dict(zip(names, values, strict=True))
        for values in zip(*columns(table, comma_divides=delimiter == ","), strict=True)
    ]


def delimiter_of(content: str, ending: str) -> str:
    """Return the character that divides the cells of a table in a file with this ending."""
    return "\t" if ending == ".tsv" and "\t" in content else sniff(content)


def _first_lines(content: str) -> str:
    lines = content[:_SNIFFED].splitlines()
    if len(content) > _SNIFFED and len(lines) > 1:
        lines.pop()
    return "\n".join(lines[:_SNIFFED_LINES])


def _first_records(content: str, delimiter: str) -> list[list[str]]:
    """The records of the first lines that are not blank; [] where they are no table."""
    try:
        records = [
            [cell.strip() for cell in record]
            for record in csv.reader(
                io.StringIO(_first_lines(content)), delimiter=delimiter, skipinitialspace=True
            )
        ]
    except csv.Error:
        return []
    return [record for record in records if any(record)]


def _lines_above(content: str, delimiter: str) -> int:
    """How many records that are not blank stand above the header: a title, an account, `sep=;`."""
    records = _first_records(content, delimiter)
    if records and _SEPARATOR.match(content):
        return 1
    return place_of_header(records)


def has_header(content: str, delimiter: str) -> bool:
    """False for a table whose first record is of the kinds of those below it: a day, a time or a number.

    Such a cell names no column, unless there are numbers alone that rise from cell to cell, as the hours or the
    doses of a table do. Where any column has a word above its numbers or days, that is a header. Words tell
    nothing.
    """
    first, *below = _first_records(content, delimiter)[_lines_above(content, delimiter) :] or [[]]
    numbers = list[float]()
    found = False
    for place, cell in enumerate(first):
        others = [record[place] for record in below if place < len(record) and record[place]]
        kinds = set(map(_kind_of, others))
        kind = kinds.pop() if len(kinds) == 1 else ""
        if not kind:
            continue
        if _kind_of(cell) != kind:
            return True
        if kind in ("day", "time"):
            found = True
            continue
        counted = kind == "number" and others[:2] == [str(int(cell) + 1), str(int(cell) + 2)]
        found = found or counted
        if not counted and not (kind == "number" and (_YEAR.fullmatch(cell) or len(others) < _FEWEST_BELOW)):
            numbers.append(float(_NO_FIGURE.sub("", cell.replace(",", "."))))
    rises = len(numbers) > 1 and all(one < other for one, other in pairwise(numbers))
    return not found and (not numbers or rises)


def _kind_of(cell: str) -> str:
    """What a cell is by its form: a day, a time, an amount with decimals, a whole number; "" for any other."""
    return next((kind for kind, form in _KINDS.items() if form.fullmatch(cell)), "")


def place_of_header(records: Sequence[Sequence[str]]) -> int:
    """How many of a table's first records, none of them blank, stand above its header.

    They have one cell or two. The header is the first record with more than these, all of which may name
    columns, and most records below it have more, too.
    """
    above: list[Sequence[str]] = []
    for place, record in enumerate(records[:-1]):
        cells, below = _trimmed(record), records[place + 1 :]
        filled = _filled(cells)
        most = max(map(_filled, above), default=filled)
        narrow = filled <= _MOST_ABOVE and _most_have_more(below, filled)
        if filled == len(cells) > most and not narrow:
            is_header = has_names(cells) and _most_have_more(below, most)
            return place if is_header and not any(_is_header(line, cells, below) for line in above) else 0
        if filled > _MOST_ABOVE:
            return 0
        above.append(cells)
    return 0


def _most_have_more(records: Sequence[Sequence[str]], most: int) -> bool:
    return 2 * sum(_filled(record) > most for record in records) >= len(records)


def _is_header(line: Sequence[str], cells: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """True where a line with blank cells is a header, and the cells below it are the first row of its table.

    It is as wide as they are, and its first cell is blank, or no row has a number that tells it from names.
    """
    wide = len(line) >= len(cells) and 2 * _filled(line) >= len(line)
    return wide and (not line[0] or not any(_NUMBERED.match(cell) for record in below for cell in record))


def _trimmed(record: Sequence[str]) -> Sequence[str]:
    """The cells of a record without the blank ones behind them."""
    return record[: max((place for place, cell in enumerate(record, 1) if cell), default=0)]


def _filled(record: Sequence[str]) -> int:
    return sum(map(bool, record))


def has_names(record: Sequence[str]) -> bool:
    """True where the cells of a record may name columns: words, or words and years."""
    numbered = [cell for cell in record if _NUMBERED.match(cell)]
    return len(numbered) < len(record) and all(map(_YEAR.fullmatch, numbered))


def head_of(content: str, ending: str) -> tuple[str, list[str]]:
    """The lines above the header of a table, with the blank ones among them, and the cells of the header.

    The lines are "" where the header begins the file, and the header is [] where there is none.
    """
    delimiter = delimiter_of(content, ending)
    bare = not has_header(content, delimiter)
    above = number = _lines_above(content, delimiter)
    lines = _Counted(io.StringIO(content))
    end = 0
    for record in csv.reader(lines, delimiter=delimiter, skipinitialspace=True):
        filled = any(map(str.strip, record))
        if filled and not above:
            return content[:end] if number else "", [] if bare else [cell.strip() for cell in record]
        above -= filled
        end = lines.length
    return content[:end] if number else "", []


def text_above(content: str, ending: str) -> str:
    """The lines above the header of a table, with the blank ones among them; "" where it begins the file."""
    return head_of(content, ending)[0] if _lines_above(content, delimiter_of(content, ending)) else ""


def sniff(content: str) -> str:
    """The delimiter that gives the first lines the most columns, the same number in each.

    Where the first line is above the table, it is the number that most lines have. Where as many lines have
    another delimiter as have a comma, a comma between figures is that of a number, and so it is where the first
    line has no comma, and no line another one.
    """
    sample = _first_lines(content)
    if named := _SEPARATOR.match(sample):
        return named[1]
    lines = sample.split("\n")
    having = {delimiter: sum(delimiter in line for line in lines) for delimiter in DELIMITERS}
    by_comma = sample
    if having[","] and any(having[delimiter] >= having[","] for delimiter in DELIMITERS[1:]):
        by_comma = _COMMA_OF_NUMBER.sub("", sample)
    best, most = ",", (0, 0)
    for delimiter in DELIMITERS:
        if delimiter not in sample and delimiter != ",":
            continue
        try:
            text = io.StringIO(by_comma if delimiter == "," else sample)
            widths = [len(record) for record in csv.reader(text, delimiter=delimiter) if record]
        except csv.Error:  # a longer cell than a table has
            continue
        if widths:
            several = Counter(width for width in widths if width > 1)
            usual = max(several, key=lambda width: (several[width], width), default=0)
            first = widths[0] if widths[0] > 1 and several[widths[0]] > 1 else usual
            first = usual if widths[0] <= 2 < usual else first
            if (several[first], first) > most:
                best, most = delimiter, (several[first], first)
    if best == "," and most[0] and "," not in lines[0] and "," not in _COMMA_OF_NUMBER.sub("", sample):
        return DELIMITERS[2]  # one column of numbers such as 16,9
    return best


def unique_names(header: Sequence[str], width: int) -> list[str]:
    """Return names for `width` columns: a blank one is named by its position, a second `a` is `a_2`."""
    names: dict[str, None] = {}
    times: dict[str, int] = {}
    for place in range(width):
        name = (header[place] if place < len(header) else "") or f"column_{place + 1}"
        again = times.get(name, 0) + 1
        unique = name if again == 1 else f"{name}_{again}"
        while unique in names:
            again += 1
            unique = f"{name}_{again}"
        times[name] = again
        names[unique] = None
    return list(names)
