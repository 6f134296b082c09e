"""Lines of a program for the times of day and the durations that a request names."""

from __future__ import annotations

import re

_AM_PM = r"\s*(?P<{}>[ap])\.?m\b"
_CLOCK = re.compile(
    rf"(?<![\d:.])(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?![\d:])(?:{_AM_PM.format('half')})?"
    rf"|(?<![\d:.])(?P<plain>1[0-2]|0?[1-9]){_AM_PM.format('of')}",
    re.I,
)
_UNITS = {"day": "days", "hour": "hours", "hr": "hours", "h": "hours", "minute": "minutes", "min": "minutes"}
_UNITS |= {"second": "seconds", "sec": "seconds"}
_AMOUNT_OF_TIME = re.compile(
    r"(?<![\d.,])0*(?P<amount>\d+(?:\.\d+|,\d{1,2}(?!\d))?)[\s-]*(?P<unit>days?|hours?|hrs?|h|minutes?|mins?|seconds?|secs?)\b",
    re.I,
)
_BETWEEN_AMOUNTS = re.compile(r"\s*(?:,|and)?\s*", re.I)


def moment_lines(request: str) -> list[str]:
    """A line for each time of day and each duration; [] where no time of day is named."""
    clocks = dict.fromkeys(line for match in _CLOCK.finditer(request) if (line := _clock_line(match)))
    if not clocks or re.search(r"\b\d{4}-\d\d-\d\d\b", request):
        return []
    return [*clocks, *dict.fromkeys(_duration_lines(_CLOCK.sub(" ", request)))]


def _clock_line(match: re.Match[str]) -> str:
    hour, minute = int(match["hour"] or match["plain"]), int(match["minute"] or 0)
    half = (match["half"] or match["of"] or "").lower()
    if half and hour > 12:
        return ""
    hour = hour % 12 + (12 if half == "p" else 0) if half else hour
    return f"at_{hour:02}_{minute:02} = datetime(2000, 1, 1, {hour}, {minute})"


def _duration_lines(text: str) -> list[str]:
    """A timedelta for each run of amounts such as "3 hours 38 minutes"."""
    runs: list[list[tuple[str, str]]] = []
    end = -1
    for match in _AMOUNT_OF_TIME.finditer(text):
        part = (_UNITS[re.sub(r"s$", "", match["unit"].lower()) or "h"], match["amount"].replace(",", "."))
        joined = runs and end >= 0 and _BETWEEN_AMOUNTS.fullmatch(text[end : match.start()])
        if joined and part[0] not in {unit for unit, _ in runs[-1]}:
            runs[-1].append(part)
        else:
            runs.append([part])
        end = match.end()
    return [
        f"{'_'.join(f'{unit}_{amount}'.replace('.', '_') for unit, amount in run)} = "
        f"timedelta({', '.join(f'{unit}={amount}' for unit, amount in run)})"
        for run in runs
    ]
