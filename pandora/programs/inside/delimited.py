"""Tables in text whose cells are divided by commas, tabs, semicolons or bars, read as rows and written."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from pandora.programs.inside.numerals import column

Row = dict[str, Any]
DELIMITERS = (",", "\t", ";", "|")
_SNIFFED_LINES, _SNIFFED = 50, 1 << 20


def parse(content: str, ending: str = "") -> list[Row]:
    """The rows of delimited text; ValueError, which begins with the line's number, where it is no table."""
    return read(content, ending)[0]


def read(
    content: str,
    ending: str = "",
    rows: int | None = None,
    cells: int | None = None,
    whole: bool = True,
) -> tuple[list[Row], int]:
    """The first rows, in at most `rows` and about `cells` cells, and the number of all rows in `content`.

    `ending` is the file's: of `.tsv` a tab divides the cells where there is one. Where `content` is not the
    `whole` file, its last record may be half a one and is left out.
    """
    delimiter = "\t" if ending == ".tsv" and "\t" in content else sniff(content)
    reader = csv.reader(io.StringIO(content), delimiter=delimiter, skipinitialspace=True)
    records = _records(reader)
    taken: list[list[str]] = []
    header: list[str] = []
    limit = rest = 0
    try:
        for record in records:
            if not header:
                header, limit = record, _limit(rows, cells, len(record))
            elif len(taken) < limit:
                taken.append(record)
            else:
                rest += 1
    except csv.Error as error:
        if whole or not taken:
            raise ValueError(f"{reader.line_num}: not a table: {error}") from None
    if not whole and not rest and len(taken) > 1:
        taken.pop()
    if not taken:
        return [], 0
    width = max(map(len, (header, *taken)))
    names = unique_names(header, width)
    filled = [record if len(record) == width else record + [""] * (width - len(record)) for record in taken]
    columns = [column(values, delimiter == ",") for values in zip(*filled, strict=True)]
    return [dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True)], len(taken) + rest


def _limit(rows: int | None, cells: int | None, width: int) -> int:
    """How many rows of `width` cells are taken."""
    fitting = sys.maxsize if cells is None else max(1, cells // width)
    return fitting if rows is None else min(rows, fitting)


def _records(reader: Iterator[list[str]]) -> Iterator[list[str]]:
    for record in reader:
        stripped = [cell.strip() for cell in record]
        if any(stripped):
            yield stripped


def sniff(content: str) -> str:
    """The delimiter that gives the first lines the most columns, the same number in each."""
    lines = content[:_SNIFFED].splitlines()
    if len(content) > _SNIFFED and len(lines) > 1:
        lines.pop()
    sample = "\n".join(lines[:_SNIFFED_LINES])
    best, most = ",", (0, 0)
    for delimiter in DELIMITERS:
        if delimiter not in sample and delimiter != ",":
            continue
        try:
            widths = [len(record) for record in csv.reader(io.StringIO(sample), delimiter=delimiter) if record]
        except csv.Error:  # a longer cell than a table has
            continue
        if widths:
            same = sum(width == widths[0] for width in widths) if widths[0] > 1 else 0
            if (same, widths[0]) > most:
                best, most = delimiter, (same, widths[0])
    return best


def unique_names(header: Sequence[str], width: int) -> list[str]:
    """The names of `width` columns: a blank one is called after its place, a second `a` is `a_2`."""
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
