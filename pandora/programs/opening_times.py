"""Times of day and durations of a task in words, as lines of a program that name them.

A coder model that has to bring them into the program itself leaves one out or adds the wrong two; with a name
for each it only has to add them.
"""

from __future__ import annotations

import re

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
