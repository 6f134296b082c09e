"""The year, month, weekday or hour that a request asks for, as a column of its own, taken from one of dates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_ASKED = re.compile(
    r"\b(?:which|what|each|every|per|by|same)\s+(?:\w+\s+)?"
    r"(?P<part>year|month|weekday|day of the week|hour)s?\b",
    re.I,
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b(?!-)")
_DAY, _HOUR = re.compile(r"\d{4}-\d\d-\d\d"), re.compile(r"\d{4}-\d\d-\d\d[T ](?P<hour>\d\d):")
_WAYS = {
    "year": "[:4]",
    "month": "[:7]",
    "hour": "[11:13]",
    "weekday": "",
}


def part_lines(request: str, loaded: Mapping[str, Any]) -> list[str]:
    """A line that gives each row of a table the part of its date that is asked for; [] where there is none.

    The rows in `loaded` get it too. A month is told with its year, 2024-03: it is one month and no other.
    """
    lines = []
    parts = dict.fromkeys(found["part"].lower() for found in _ASKED.finditer(request))
    if parts and _YEAR.search(request):
        parts = {"year": None, **parts}
    for asked in parts:
        part = "weekday" if asked == "day of the week" else asked
        for name, rows in loaded.items():
            if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
                continue
            column = _dates(rows, _HOUR if part == "hour" else _DAY)
            if not column or any(part in str(key).lower() for key in rows[0]):
                continue
            way = f"row[{column!r}]{_WAYS[part]}"
            way = f'date.fromisoformat({way}[:10]).strftime("%A")' if part == "weekday" else way
            lines += ["from datetime import date"] if part == "weekday" else []
            lines.append(f"for row in {name}:")
            lines.append(f"    row[{part!r}] = {way}  # {_example(part, rows[0][column])!r}")
            for row in rows:
                row[part] = _example(part, row[column])
    return lines


def _dates(rows: list[dict[str, Any]], form: re.Pattern[str]) -> str:
    """The first column whose every value begins with a date, or ""."""
    for key in rows[0]:
        if all(isinstance(row.get(key), str) and form.match(row[key]) for row in rows):
            return str(key)
    return ""


def _example(part: str, value: str) -> str:
    if part == "weekday":
        from datetime import date

        try:
            return date.fromisoformat(value[:10]).strftime("%A")
        except ValueError:
            return ""
    return {"year": value[:4], "month": value[:7], "hour": value[11:13]}[part]
