"""Dates of a text in the notation of another one, and as a request wants them written."""

from __future__ import annotations

import re
from datetime import date

from pandora.programs.inside.written_dates import HINT, dates_in, part_of_date
from pandora.programs.month_names import days_named

_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")


def as_written_in(source: str, text: str) -> str:
    """Return a text with each of its dates as the source writes it, where that has it in another notation.

    The source may leave out the year beside day and month; it must stand somewhere else in it then.
    """
    dates = [entry for entry in dates_in(text, source) if entry.day]
    if not dates:
        return text
    whole = {entry.day: source[entry.start : entry.end] for entry in dates_in(source)}
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
    """Return a date in the form that the request asks for, such as `dd.mm.yyyy`; by default YYYY-MM-DD."""
    for match in HINT.finditer(request):
        parts, mark = (match[1], match[3], match[4]), match[2]
        kinds = [part_of_date(part) for part in parts]
        if sorted(kinds) == ["day", "month", "year"]:
            values = {"day": day.day, "month": day.month, "year": day.year}
            return mark.join(
                str(values[kind] if len(part) != 2 or kind != "year" else day.year % 100).zfill(len(part))
                for part, kind in zip(parts, kinds, strict=True)
            )
    return day.isoformat()
