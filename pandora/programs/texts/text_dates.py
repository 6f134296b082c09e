"""Dates of a text in the notation of another one, and as a request wants them written."""

from __future__ import annotations

import functools
import re
from datetime import date

from pandora.programs.inside.written_dates import HINT, dates_in, days_of_year, part_of_date, possible_days
from pandora.programs.language.month_names import days_named
from pandora.programs.language.unit_words import units

_EXAMPLE = re.compile(r"\([^()\d]{0,30}(\d{1,4}[-./]\d{1,2}[-./]\d{2,4})[^()\d]{0,10}\)")
_DAY_FIRST = re.compile(r"(\d{1,2})([-./])(\d{1,2})\2(\d{4}|\d{2})")
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_SHORT = re.compile(r"(?<![\w.,:/-])(\d{1,2})([./-])(\d{1,2})(?:\.|(?![\w:/-]|[.,]\d))(?!\d)")
_ENDS_SENTENCE = re.compile(r"(?<=[^\W\d_]{3}\.)(?=\s*$|\s+[^\W_a-z])")
"""Where the dot behind a month ends a sentence, too."""
_BEHIND = re.compile(r"\s?([^\W\d_]+|[^\w\s])")
_MONTHS, _LEAP = 12, 2000
"""How many months there are, and a year that has every day."""


def as_written_in(source: str, text: str) -> str:
    """Return a text with each of its dates as the source writes it, where that has it in another notation.

    The source may leave out the year beside day and month; it must stand somewhere else in it then. A date may
    leave it out, too.
    """
    return _days_as_in(source, _dates_as_in(source, text))


def _days_as_in(source: str, text: str) -> str:
    """A text with each day of a month as the source writes it: `30 September` for `30.9.` or `September 30th`.

    What is more than one day, as 12/06/2025, is the one that the source has.
    """
    there = _days_there(source)
    years, said = set(_YEAR.findall(source)), source.casefold()
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for entry in dates_in(text):
        days = [] if entry.day else possible_days(text[entry.start : entry.end])
        known = [day for day in days if str(day.year) in years and (day.day, day.month) in there]
        if len(known) == 1:
            found[entry.start, entry.end] = (known[0].day, known[0].month)
    for entry in days_of_year(text, _LEAP):
        if day := entry.day:
            dot = bool(_ENDS_SENTENCE.match(text, entry.end))
            found[entry.start, entry.end - dot] = (day.day, day.month)
    for match in filter(_is_day, _SHORT.finditer(text)):
        behind = _BEHIND.match(text, match.end())
        one, other = int(match[1]), int(match[3])
        ways = [(one, other), *([(other, one)] if match[2] == "/" else [])]
        if not (behind and behind[1].casefold() in units()) and (short := next(filter(there.get, ways), None)):
            found[match.span()] = short
    parts, place = [], 0
    for (start, end), named in sorted(found.items()):
        if start >= place and named in there and text[start:end].casefold() not in said:
            parts += [text[place:start], there[named]]
            place = end
    return "".join((*parts, text[place:]))


def _is_day(match: re.Match[str]) -> bool:
    """False for what is rather a number or a span: 3.5 without a last dot, and 3-5."""
    if match[2] == ".":
        return match[0].endswith(".")
    return match[2] == "/" or max(int(match[1]), int(match[3])) > _MONTHS


@functools.lru_cache(maxsize=4)
def _days_there(source: str) -> dict[tuple[int, int], str]:
    """How a source writes each day of a month that it has."""
    there = {
        (day.day, day.month): _in_one_line(source[entry.start : entry.end])
        for entry in dates_in(source)
        if (day := entry.day)
    }
    for entry in days_of_year(source, _LEAP):
        if day := entry.day:
            there.setdefault((day.day, day.month), _in_one_line(source[entry.start : entry.end].rstrip(".")))
    for match in _SHORT.finditer(source):
        if match[2] == "." and match[0].endswith("."):
            there.setdefault((int(match[1]), int(match[3])), match[0])
    return there


def _in_one_line(written: str) -> str:
    """A date without the end of a line in it, where a text is broken at its margin."""
    return " ".join(written.split())


def _dates_as_in(source: str, text: str) -> str:
    """A text with each whole date as the source writes it."""
    dates = [entry for entry in dates_in(text, source) if entry.day]
    if not dates:
        return text
    whole = {entry.day: _in_one_line(source[entry.start : entry.end]) for entry in dates_in(source)}
    named = days_named(source)
    years = set(_YEAR.findall(source))
    parts, place = [], 0
    for entry in dates:
        day = entry.day
        assert day is not None
        short = named.get((day.day, day.month), "") if str(day.year) in years else ""
        if way := whole.get(day) or short:
            parts += [text[place : entry.start], way]
            place = entry.end
    return "".join((*parts, text[place:]))


def written_as(day: date, request: str) -> str:
    """Return a date in the form that the request asks for, by default YYYY-MM-DD.

    A form is `dd.mm.yyyy`, or an example in brackets, as in `(like 02.04.2024)`.
    """
    for match in HINT.finditer(request):
        parts, mark = (match[1], match[3], match[4]), match[2]
        kinds = [part_of_date(part) for part in parts]
        if sorted(kinds) == ["day", "month", "year"]:
            values = {"day": day.day, "month": day.month, "year": day.year}
            return mark.join(
                str(values[kind] if len(part) != 2 or kind != "year" else day.year % 100).zfill(
                    min(len(part), 4 if kind == "year" else 2)
                )
                for part, kind in zip(parts, kinds, strict=True)
            )
    example = _EXAMPLE.search(request)
    return written_like(day, example[1]) if example else day.isoformat()


LIKE = re.compile(r"(?<!\w)(?:like|as|wie|comme|como|come|zoals|jak)\s+(?:in\s+)?[\"'“„«]?$", re.I)
"""A word for `like` in eight languages at the end of a text."""


def without_example(request: str) -> str:
    """Return a request with letters in place of a date that it gives as an example: `YYYY-MM-DD`.

    An example stands in brackets, or right behind a word for `like`.

    A small model that reads a text for the request writes down the example for what the text says.
    """
    parts, place = [], 0
    for entry in dates_in(request):
        inside = re.search(r"\([^()]{0,40}$", request[: entry.start]) and re.match(
            r"[^()]{0,20}\)", request[entry.end :]
        )
        shown = re.fullmatch(r"(\d+)([-./])(\d+)\2(\d+)", request[entry.start : entry.end])
        behind = LIKE.search(request[: entry.start])
        if (inside or behind) and shown:
            first = len(shown[1]) == 4
            letters = ("YYYY", "MM", "DD") if first else ("DD", "MM", "Y" * len(shown[4]))
            parts += [request[place : entry.start], shown[2].join(letters)]
            place = entry.end
    return "".join((*parts, request[place:]))


def written_like(day: date, example: str) -> str:
    """Return a date in figures as an example is written: its order, its marks, its zeros; else YYYY-MM-DD.

    The day comes first in an example of which neither part is more than 12.
    """
    match = _DAY_FIRST.fullmatch(example.strip())
    if match is None:
        return day.isoformat()
    values = [day.day, day.month]
    if int(match[3]) > 12:
        values.reverse()
    year = day.year if len(match[4]) == 4 else day.year % 100
    padded = "0" in (match[1][0], match[3][0]) or min(len(match[1]), len(match[3])) == 2
    one, two = (str(value).zfill(2 if padded else 1) for value in values)
    return f"{one}{match[2]}{two}{match[2]}{year:0{len(match[4])}d}"
