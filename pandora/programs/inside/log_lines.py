"""The lines of a log as rows: when, how bad and what was said; of a web server's log the request's parts."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from pandora.programs.inside.file_reading import decoded
from pandora.programs.inside.typed_columns import column

_DATE = r"(?:\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.](?:\d{4}|\d\d))"
_GAP = r"(?:T|,?\s+)"
_HALF = r"[AP]M\b|[ap]m(?=\s*[-\]|])"  # `am` may also be a word of the message
_CLOCK = rf"\d\d?:\d\d(?::\d\d(?:[.,]\d{{1,9}})?)?(?:\s?(?:{_HALF}|Z|UTC|[+-]\d\d:?\d\d))?"
_TIME = rf"(?:{_DATE}{_GAP}{_CLOCK}|{_CLOCK})"
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
        rf"(?P<time>[A-Z][a-z]{{2}}\s+\d\d?\s+\d\d:\d\d:\d\d|{_DATE}{_GAP}{_CLOCK})\s+"
        r"(?P<host>[^\s-]\S*)\s+(?P<program>[^\s:\[]+)"
        r"(?:\[\d+\])?:\s+(?P<message>.*)"
    ),
    # 127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.0" 200 2326
    re.compile(
        r"(?P<host>\S+)\s+\S+\s+(?P<user>\S+)\s+\[(?P<time>[^\]]+)\]\s+"
        r'"(?:(?P<method>[A-Z]+)\s+(?P<path>[^\s"]+)[^"]*|(?:[^"\\]|\\.)*)"\s+(?P<status>\d{3})\s+(?P<size>\d+|-)'
    ),
    # 2025-09-14 01:00:36 text
    re.compile(rf"\[?(?P<time>{_DATE}{_GAP}{_CLOCK})(?!:?\d)\]?[\s:|,-]+(?P<message>\S.*)"),
)
_COMMENT = re.compile(r"#(?:\s|$)")
"""A line that is a remark."""
_SAID = re.compile(r"(?P<author>[^\W\d_][^:\d\n\[\](){}<>=/\\]{0,40}):\s+(?P<message>\S.*)", re.S)
_DIRECTION = "\u200e\u200f"
"""The marks of direction that a telephone writes before some messages of a chat."""
_LEAST_OF_CHAT = 0.5
"""The least share of the lines of a chat that begin a message; others go on with one."""
_ALL_SAID, _SPEAKERS = 0.8, 1 / 3
"""A chat is of messages of which so many have an author, who are no more than this share of them."""
_ADDRESS = re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\w)")
_QUOTED = r'"((?:[^"\\]|\\.)*)"'
_PAIR = re.compile(rf"(?<![\w./?&-])([A-Za-z_]\w{{0,30}})=(?:{_QUOTED}|([^\s\"'=,;&]+))(?=[\s,;]|$)")
"""A pair of a name and a value in a message, as in `temp=21.8 hum=53`."""
_OWN_PAIR = re.compile(rf"([A-Za-z_@][\w.@-]{{0,60}})=(?:{_QUOTED}|([^\s\"]*))(?:\s+|$)")
"""A pair of a line that has nothing but pairs: `ts=2025-09-14T01:00:36Z level=error msg="no room"`."""
_MOST_PAIRS, _MOST_OWN_PAIRS = 8, 40
_YEAR_FIRST = re.compile(r"\d{4}-")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_WEB_TIME = re.compile(
    rf"(?P<day>\d\d)/(?P<month>{'|'.join(_MONTHS)})/(?P<year>\d{{4}}):(?P<clock>\d\d:\d\d:\d\d)"
    r"(?P<zone>\s[+-]\d{4})?"
)
"""A time of a web server's log, as in `10/Oct/2000:13:55:36 -0700`."""
_NUMBERS = ("status", "size")
LEAST, REGULAR = 3, 0.9
"""The least number of lines in a log, and the least fraction of them that have its form."""


def log(path: str) -> list[dict[str, Any]]:
    """The lines of a log file, each a dict: `line` (from 1), `time`, `level`, `message` and what else it tells.

    Where messages name network addresses, `address` is the first of each, or None. Of a chat, `author` is who
    said it, or None.
    The names of lines that are nothing but pairs, `level=error msg="no room"`, are their own.
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
    lines = [line.lstrip(_DIRECTION) for line in text.splitlines()]
    for number, line in enumerate(lines):  # a heading is no message
        if line.strip() and not _COMMENT.match(line):
            break
        lines[number] = ""
    filled = [line for line in lines if line.strip()]
    for form in _FORMS if len(filled) >= LEAST else ():
        if form.match(filled[0]) and (matched := sum(map(bool, map(form.match, filled)))) >= LEAST:
            further = _further_lines(form, filled) if "message" in form.groupindex else 0
            if matched >= REGULAR * (len(filled) - further):
                return _rows(form, lines)
            if matched >= _LEAST_OF_CHAT * len(filled) and "author" in (rows := _rows(form, lines))[0]:
                return rows
    return _rows_of_pairs(lines) if filled and _own_pairs(filled[0].strip()) else []


def _further_lines(form: re.Pattern[str], lines: list[str]) -> int:
    """How many lines go on with a message, as a traceback does: indented ones, and those right beside them."""
    own = [form.match(line) is not None for line in lines]
    indented = [line[0].isspace() and not matched for line, matched in zip(lines, own, strict=True)]
    beside = zip([False, *indented], indented, [*indented[1:], False], strict=False)
    return sum(any(near) and not matched for near, matched in zip(beside, own, strict=True))


def _rows_of_pairs(lines: list[str]) -> list[dict[str, Any]]:
    """The rows of a log whose lines are nothing but pairs, of which most lines have one; else []."""
    pairs = {number: own for number, line in enumerate(lines, 1) if (own := _own_pairs(line.strip()))}
    counts = Counter(name for own in pairs.values() for name in own)
    least = max(LEAST, REGULAR * sum(bool(line.strip()) for line in lines))
    if len(pairs) < least or max(counts.values()) < least:
        return []
    cells = {name: column([own.get(name, "") for own in pairs.values()]) for name in counts}
    rows = [dict(zip(cells, values, strict=True)) for values in zip(*cells.values(), strict=True)]
    return [
        {"line": number, **{name: None if cell == "" else cell for name, cell in row.items()}}
        for number, row in zip(pairs, rows, strict=True)
    ]


def _own_pairs(line: str) -> dict[str, str]:
    """The two pairs or more that a line consists of; {} of any other line."""
    own: dict[str, str] = {}
    end = 0
    while len(own) <= _MOST_OWN_PAIRS and (match := _OWN_PAIR.match(line, end)):
        name, end = match[1], match.end()
        own[f"{name}_" if name == "line" else name] = _value_of_pair(match)
    return own if end == len(line) and len(own) > 1 else {}


def _value_of_pair(match: re.Match[str]) -> str:
    return re.sub(r"\\(.)", r"\1", match[2]) if match[2] is not None else match[3]


def _rows(form: re.Pattern[str], lines: list[str]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(lines, 1):
        if match := form.match(line):
            rows.append({"line": number, **{key: _value(key, text) for key, text in match.groupdict().items()}})
        elif rows and line.strip() and "message" in rows[-1]:  # a request has none that could go on
            rows[-1]["message"] = f"{rows[-1]['message']}\n{line}"
    never = [key for key in form.groupindex if all(row[key] is None for row in rows)]
    rows = [{key: value for key, value in row.items() if key not in never} for row in rows]
    zones = {match["zone"] for row in rows if (match := _WEB_TIME.fullmatch(row["time"]))}
    for row in rows:
        row["time"] = _WEB_TIME.sub(lambda match: _year_first(match, len(zones) > 1), row["time"])
    if not any(_YEAR_FIRST.match(row["time"]) for row in rows):
        for row, time in zip(rows, column([row["time"] for row in rows]), strict=True):
            row["time"] = time
    rows = _with_authors(rows)
    _add_pairs(rows)
    addresses = [_ADDRESS.search(str(row.get("message", ""))) for row in rows]
    if any(addresses):
        for row, found in zip(rows, addresses, strict=True):
            row["address"] = found[0] if found else None
    return rows


def _year_first(match: re.Match[str], zoned: bool) -> str:
    """A time of a web server's log as dates sort; its zone is told only where the log has several."""
    month = _MONTHS.index(match["month"]) + 1
    zone = (match["zone"] or "").strip() if zoned else ""
    return f"{match['year']}-{month:02}-{match['day']} {match['clock']}{zone}"


def _with_authors(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of a chat, `Ellen: not mine`, with who said each message; None of one that the program tells."""
    if not rows or rows[0].keys() != {"line", "time", "message"}:
        return rows
    said = [_SAID.fullmatch(row["message"]) for row in rows]
    authors = [match["author"] for match in said if match]
    if len(authors) < _ALL_SAID * len(rows) or not 1 < len(set(authors)) <= _SPEAKERS * len(rows):
        return rows
    parted = zip(rows, said, strict=True)
    return [
        {
            **row,
            "author": match["author"] if match else None,
            "message": match["message"] if match else row["message"],
        }
        for row, match in parted
    ]


def _add_pairs(rows: list[dict[str, Any]]) -> None:
    """Give each row the pairs that several messages have, such as `temp=21.8`; None where its own has none."""
    pairs = [
        {match[1]: _value_of_pair(match) for match in _PAIR.finditer(str(row.get("message", "")))}
        for row in rows
    ]
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
