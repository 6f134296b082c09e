"""JSON: the places of its values, found by a scanner, and how values are written."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from pandora.programs.structured.value_span import EditError, Gap, Keys, Scan, Span

_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"(?:\\.|[^"\\])*"')
_SCALAR = re.compile(r"[^\s,\]}]+")


class JsonFormat:
    """JSON as the standard library reads it: no comments, no trailing commas."""

    def parse(self, text: str) -> Any:
        """Return the value of a text; raises ValueError."""
        return json.loads(text, object_pairs_hook=_distinct)

    def scan(self, text: str) -> Scan:
        """Return the places of the values; the text must be JSON."""
        scan = Scan()
        _value(text, _skip(text, 0), (), scan)
        return scan

    def read(self, token: str) -> Any:
        """Return the value that a token stands for; raises ValueError."""
        return json.loads(token)

    def tokens(self, value: Any, old: str) -> Sequence[str]:
        """Return the value as JSON, with letters beyond ASCII escaped only if those of `old` are."""
        escaped = re.search(r"\\u[0-9a-fA-F]{4}", old) is not None
        return (json.dumps(value, ensure_ascii=escaped),)

    def parsed(self, value: Any, rest: str) -> Any:
        """Return the value itself."""
        return value

    def entry(self, key: str, value: Any, gap: Gap) -> Sequence[str]:
        """Return the member of an object, or the element of a list."""
        name = f"{json.dumps(key, ensure_ascii=False)}{gap.colon}" if gap.colon else ""
        return (name + json.dumps(value, ensure_ascii=False),)

    def table(self, keys: Keys, entry: str, text: str) -> str | None:
        """Return None: an object is put into the one above it."""
        return None


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise EditError("an object has a key twice; keep one of them")
    return members


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _value(text: str, at: int, keys: Keys, scan: Scan) -> int:
    """Scan the value at `at` and return the offset behind it."""
    if text[at] in "{[":
        return _container(text, at, keys, scan)
    match = _STRING.match(text, at) or _SCALAR.match(text, at)
    end = match.end() if match else at + 1
    scan.spans.append(Span(keys, at, end))
    return end


def _container(text: str, start: int, keys: Keys, scan: Scan) -> int:
    table = text[start] == "{"
    close = "}" if table else "]"
    begun, count, lead, colon, last = start + 1, 0, "", ": " if table else "", start + 1
    place = len(scan.spans)
    at = _skip(text, begun)
    while text[at] != close:
        lead = text[begun:at]
        key: Any = count
        if table:
            match = _STRING.match(text, at)
            key, after = (json.loads(match[0]), match.end()) if match else ("", at + 1)
            at = _skip(text, _skip(text, after) + 1)
            colon = text[after:at]
        last = at = _value(text, at, (*keys, key), scan)
        count += 1
        at = _skip(text, at)
        if text[at] == ",":
            begun = at + 1
            at = _skip(text, begun)
    before = f",{lead if lead or count > 1 else ' '}" if count else ""
    scan.gaps[keys] = Gap(last, before, "", colon)
    end = at + 1
    if not table and keys and "\n" not in text[start:end] and "{" not in text[start:end]:
        scan.spans.insert(place, Span(keys, start, end))
    return end
