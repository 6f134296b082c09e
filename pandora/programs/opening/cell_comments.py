"""What a program's first lines say of cells: how a date of the request is written there, and what is empty."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pandora.programs.data_columns import tables
from pandora.programs.inside.typed_columns import NoNumber
from pandora.programs.inside.written_dates import dates_in
from pandora.programs.language.locale_words import part_of_date_words
from pandora.programs.language.spoken_times import spoken_times

_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_MONTH_EXAMPLE = re.compile(r"(?<![\d-])\d{4}-\d\d(?![\d-])")
_WORD = re.compile(r"[^\W\d_]+")
_CLOCK = re.compile(r"(?:[01]?\d|2[0-3]):[0-5]\d")
_MOST_DATES = 3
_MOST_EMPTY = 4
_SLICES = {"year": "[:4]", "month": "[:7]"}


def without_dates(request: str) -> str:
    """The request with blanks for its whole dates: their day, month and year name no other part of the data."""
    for entry in reversed([entry for entry in dates_in(request) if entry.day]):
        request = request[: entry.start] + " " * (entry.end - entry.start) + request[entry.end :]
    return request


def date_comments(request: str, files: Iterable[str], workspace: Path) -> list[str]:
    """Return how a column of dates writes each date of the request: `'15 March 2024' is '2024-03-15'`."""
    column = _first_column(files, workspace)
    said = [
        f"{request[entry.start : entry.end]!r} is {entry.day.isoformat()!r} in row[{column!r}]"
        for entry in dates_in(request)
        if column and entry.day and request[entry.start : entry.end] != entry.day.isoformat()
    ]
    return said[:_MOST_DATES]


def time_comments(request: str, files: Iterable[str], workspace: Path) -> list[str]:
    """Return how a column of times of day writes each time of the request: `'4 pm' is '16:00'`.

    A time that may be in either half of the day, and a number that may be none, are left to the model.
    """
    column, padded = _column_of_times(files, workspace)
    said = [] if not column else [spoken for spoken in spoken_times(request) if len(spoken.times) == 1]
    written = {
        spoken.words: spoken.times[0] if padded else spoken.times[0].removeprefix("0") for spoken in said
    }
    return [
        f"{words!r} is {time!r} in row[{column!r}]"
        for words, time in written.items()
        if words != time and not words.isdigit()
    ][:_MOST_DATES]


def _column_of_times(files: Iterable[str], workspace: Path) -> tuple[str, bool]:
    """The one column whose every text is a time as 08:15 or 8:15, and whether hours have a zero before them."""
    found = {}
    for _, rows in tables(files, workspace):
        for name in rows[0]:
            texts = [cell for row in rows if (cell := row.get(name)) not in (None, "")]
            if len(texts) > 1 and all(isinstance(cell, str) and _CLOCK.fullmatch(cell) for cell in texts):
                found[str(name)] = all(len(cell.partition(":")[0]) > 1 for cell in texts)
    return next(iter(found.items())) if len(found) == 1 else ("", False)


def part_comments(request: str, files: Iterable[str], workspace: Path) -> list[str]:
    """Return which part of a date is the month or the year that the request speaks of, in eight languages."""
    column = _first_column(files, workspace)
    words = {word.casefold() for word in _WORD.findall(request)}
    parts = {part for part in _SLICES if words & part_of_date_words(part)}
    parts |= {"month"} if _MONTH_EXAMPLE.search(request) else set()
    return [f"row[{column!r}]{_SLICES[part]} is its {part}" for part in sorted(parts) if column]


def _first_column(files: Iterable[str], workspace: Path) -> str:
    columns = (date_column(rows) for _, rows in tables(files, workspace))
    return next(filter(None, columns), "")


def date_column(rows: Sequence[dict[str, Any]]) -> str:
    """The first column whose every value begins with a date such as 2024-03-15, or ""."""
    for key in rows[0]:
        if all(isinstance(row.get(key), str) and _DATE.match(row[key]) for row in rows):
            return str(key)
    return ""


def empty_comments(files: Iterable[str], workspace: Path) -> list[str]:
    """Return what stands for an empty cell in each column that has some, and which words are among numbers."""
    lines: dict[str, None] = {}
    for _, rows in tables(files, workspace):
        for name in rows[0]:
            empty = [row.get(name) for row in rows if row.get(name) in (None, "")]
            if 0 < len(empty) < len(rows):
                lines[f"row[{str(name)!r}] is {empty[0]!r} in {len(empty)} of {len(rows)} rows"] = None
            words = Counter(str(row[name]) for row in rows if isinstance(row.get(name), NoNumber))
            for word, times in words.items():
                lines[f"row[{str(name)!r}] is {word!r} in {times} of {len(rows)} rows, else a number"] = None
    return [*lines][:_MOST_EMPTY]
