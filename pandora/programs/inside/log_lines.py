"""The lines of a log as rows: when, how bad and what was said; of a web server's log the request's parts."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from pandora.programs.inside.file_reading import decoded
from pandora.programs.inside.typed_columns import column

_DATE = r"\d{4}[-/.]\d\d?[-/.]\d\d?"
_CLOCK = r"\d\d?:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:\s?(?:Z|UTC|[+-]\d\d:?\d\d))?"
_TIME = rf"(?:{_DATE}[T\s]+{_CLOCK}|{_CLOCK})"
_LEVEL = r"TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERR|ERROR|CRIT|CRITICAL|ALERT|EMERG|FATAL|SEVERE"
_FORMS = (
    # 2025-09-14 01:00:36 INFO  text; [2025-09-14 01:00:36,120] [app] ERROR: text; 01:00:36 - app - INFO - text
    re.compile(
        rf"\[?(?P<time>{_TIME})\]?\s*(?:[-|:]\s*)?(?:\[?(?P<name>(?!(?:{_LEVEL})\b)[\w./:-]+)\]?\s*(?:[-|:]\s*)?)?"
        rf"[\[(<]?(?P<level>{_LEVEL}|(?i:{_LEVEL})(?=[\])>:]))\b[\])>]?\s*(?:[-|:]\s+)?(?P<message>.*)"
    ),
    # INFO 2025-09-14 01:00:36 text; [ERROR] 2025-09-14 01:00:36: text
    re.compile(
        rf"[\[(<]?(?P<level>{_LEVEL})\b[\])>]?:?\s+\[?(?P<time>{_TIME})\]?\s*(?:[-|:]\s*)?(?P<message>.*)"
    ),
    # Nov 22 07:29:43 host program[12]: text; 2025-11-22T07:29:43.1+01:00 host program[12]: text
    re.compile(
        rf"(?P<time>[A-Z][a-z]{{2}}\s+\d\d?\s+\d\d:\d\d:\d\d|{_DATE}[T\s]+{_CLOCK})\s+"
        r"(?P<host>\S+)\s+(?P<program>[^\s:\[]+)"
        r"(?:\[\d+\])?:\s+(?P<message>.*)"
    ),
    # 127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.0" 200 2326
    re.compile(
        r"(?P<host>\S+)\s+\S+\s+(?P<user>\S+)\s+\[(?P<time>[^\]]+)\]\s+"
        r'"(?:(?P<method>[A-Z]+)\s+(?P<path>[^\s"]+)[^"]*|(?:[^"\\]|\\.)*)"\s+(?P<status>\d{3})\s+(?P<size>\d+|-)'
    ),
    # 2025-09-14 01:00:36 text
    re.compile(rf"\[?(?P<time>{_DATE}[T\s]+{_CLOCK})(?!:?\d)\]?[\s:|,-]+(?P<message>\S.*)"),
)
_ADDRESS = re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\w)")
_PAIR = re.compile(r"(?<![\w./?&-])([A-Za-z_]\w{0,30})=([^\s\"'=,;&]+)(?=[\s,;]|$)")
"""A pair of a name and a value in a message, as in `temp=21.8 hum=53`."""
_MOST_PAIRS = 8
_NUMBERS = ("status", "size")
LEAST, REGULAR = 3, 0.9
"""The least number of lines in a log, and the least fraction of them that have its form."""


def log(path: str) -> list[dict[str, Any]]:
    """The lines of a log file, each a dict: `line` (from 1), `time`, `level`, `message` and what else it tells.

    Where messages name network addresses, `address` is the first of each, or None.
    A line that has not the log's form goes on with the message before it, and is left out where a line has no
    message, as of a web server. ValueError where it is no log.
    """
    with open(path, "rb") as file:
        rows = log_rows(decoded(file.read()))
    if not rows:
        raise ValueError(f"{path} is not a log whose lines have one form; use lines(path)")
    return rows


def log_rows(text: str) -> list[dict[str, Any]]:
    """Return the rows of a log's text; [] where the text is no log."""
    lines = text.splitlines()
    filled = [line for line in lines if line.strip()]
    for form in _FORMS if len(filled) >= LEAST else ():
        if form.match(filled[0]) and sum(map(bool, map(form.match, filled))) >= REGULAR * len(filled):
            return _rows(form, lines)
    return []


def _rows(form: re.Pattern[str], lines: list[str]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(lines, 1):
        if match := form.match(line):
            rows.append({"line": number, **{key: _value(key, text) for key, text in match.groupdict().items()}})
        elif rows and line.strip() and "message" in rows[-1]:  # a request has none that could go on
            rows[-1]["message"] = f"{rows[-1]['message']}\n{line}"
    never = [key for key in form.groupindex if all(row[key] is None for row in rows)]
    rows = [{key: value for key, value in row.items() if key not in never} for row in rows]
    _add_pairs(rows)
    addresses = [_ADDRESS.search(str(row.get("message", ""))) for row in rows]
    if any(addresses):
        for row, found in zip(rows, addresses, strict=True):
            row["address"] = found[0] if found else None
    return rows


def _add_pairs(rows: list[dict[str, Any]]) -> None:
    """Give each row the pairs that several messages have, such as `temp=21.8`; None where its own has none."""
    pairs = [dict(_PAIR.findall(str(row.get("message", "")))) for row in rows]
    counts = Counter(name for own in pairs for name in own)
    columns = [name for name, count in counts.items() if count >= LEAST and name not in rows[0]][:_MOST_PAIRS]
    for name in columns:
        cells = column([own.get(name, "") for own in pairs])
        for row, cell in zip(rows, cells, strict=True):
            row[name] = None if cell == "" else cell


def _value(key: str, text: str | None) -> str | int | None:
    if text is None or key not in _NUMBERS:
        return text if text is None else text.strip()
    return int(text) if text.isdigit() else None
