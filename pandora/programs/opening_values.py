"""Lines of a program that name dates, times and numbers: parts of dates, times of day, numbers in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pandora.programs.inside.numerals import number

Row = dict[str, Any]
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


_HALF = r"\s*(?P<{}>[ap])\.?m\b"
_CLOCK = re.compile(
    rf"(?<![\d:.])(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?![\d:])(?:{_HALF.format('half')})?"
    rf"|(?<![\d:.])(?P<plain>1[0-2]|0?[1-9]){_HALF.format('of')}",
    re.I,
)
_UNITS = {"day": "days", "hour": "hours", "hr": "hours", "h": "hours", "minute": "minutes", "min": "minutes"}
_UNITS |= {"second": "seconds", "sec": "seconds"}
_PART = re.compile(
    r"(?P<amount>\d+(?:\.\d+)?)[\s-]*(?P<unit>days?|hours?|hrs?|h|minutes?|mins?|seconds?|secs?)\b", re.I
)
_JOINED = re.compile(r"\s*(?:,|and)?\s*", re.I)


def moment_lines(request: str) -> list[str]:
    """A line for each time of day and each duration; [] where no time of day is named."""
    clocks = dict.fromkeys(line for found in _CLOCK.finditer(request) if (line := _clock(found)))
    if not clocks or re.search(r"\b\d{4}-\d\d-\d\d\b", request):
        return []
    return [*clocks, *dict.fromkeys(_durations(_CLOCK.sub(" ", request)))]


def _clock(found: re.Match[str]) -> str:
    hour, minute = int(found["hour"] or found["plain"]), int(found["minute"] or 0)
    half = (found["half"] or found["of"] or "").lower()
    if half and hour > 12:
        return ""
    hour = hour % 12 + (12 if half == "p" else 0) if half else hour
    return f"at_{hour:02}_{minute:02} = datetime(2000, 1, 1, {hour}, {minute})"


def _durations(text: str) -> list[str]:
    """A timedelta for each run of amounts such as "3 hours 38 minutes"."""
    runs: list[list[tuple[str, str]]] = []
    end = -1
    for found in _PART.finditer(text):
        part = (_UNITS[re.sub(r"s$", "", found["unit"].lower()) or "h"], found["amount"])
        joined = runs and end >= 0 and _JOINED.fullmatch(text[end : found.start()])
        if joined and part[0] not in {unit for unit, _ in runs[-1]}:
            runs[-1].append(part)
        else:
            runs.append([part])
        end = found.end()
    return [
        f"{'_'.join(f'{unit}_{amount}'.replace('.', '_') for unit, amount in run)} = "
        f"timedelta({', '.join(f'{unit}={amount}' for unit, amount in run)})"
        for run in runs
    ]


NUMERAL = re.compile(r"[$€£]?\s?\d{1,3}(?:,\d{3})+|[$€£]\s?\d|\d+(?:\.\d+)?\s?(?:%|[a-z]{1,3}\d?\b)")
_NO_AMOUNT = re.compile(r"\d\s?(?:am|pm|st|nd|rd|th)\b", re.I)
_WORD = re.compile(r"[^\W\d_]+")
_SIGN = re.compile(r"[$€£%]")
MOST = 6


def number_line(name: str, rows: Sequence[Row]) -> tuple[str, list[Row]] | None:
    """The line that makes numbers of the columns of `name` that hold amounts, and the rows as it leaves them.

    Where units differ, or a text is no amount, the column stays as it is: its words matter. `rows` stay as they
    are, for others read them, too.
    """
    keys = [key for key in rows[0] if _amounts([row.get(key) for row in rows])][:MOST] if rows else []
    if not keys:
        return None
    converted = [{**row, **{key: number(row[key]) for key in keys}} for row in rows]
    names = ", ".join(repr(key) for key in keys)
    examples = ", ".join(f"{key!r}: {_numeral_example([row[key] for row in converted])}" for key in keys)
    group = f"({names},)" if len(keys) == 1 else f"({names})"
    update = f"row.update({{key: number(row[key]) for key in {group}}})"
    return f"for row in {name}: {update}  # now numbers, like {examples}", converted


def _numeral_example(values: list[int | float]) -> int | float:
    """One of the numbers, with a fraction where any has one: a program that cuts it off is wrong."""
    return next((each for each in values if each != int(each)), values[0])


def _amounts(values: list[Any]) -> bool:
    units: set[str] = set()
    for value in values:
        if not isinstance(value, str) or not NUMERAL.match(value.strip()) or _NO_AMOUNT.search(value):
            return False
        try:
            number(value)
        except ValueError:
            return False
        signs, words = "".join(_SIGN.findall(value)), _WORD.findall(value)
        units.add(signs + (words[0].casefold() if words else ""))
    return len(units) == 1
