"""TOML: the places of its values, found by a scanner, and how values are written."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any

from pandora.programs.structured.value_span import (
    EditError,
    Gap,
    Keys,
    Scan,
    Span,
    after_line,
    indent_at,
    line_end,
    with_table,
)

_SPACE = re.compile(r"[ \t]*")
_VOID = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*'""")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_TEXT = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}' + r"|'''.*?'{3,5}" + r'|"(?:\\.|[^"\\\n])*"' + r"|'[^'\n]*'", re.DOTALL
)
_BARE = re.compile(r"\d{4}-\d\d-\d\d \d\d:[^\s,\]}#]+|[^\s,\]}#]+")
_COMMENTED = re.compile(r"[ \t]*,[ \t]*#[^\n\r]*")


class TomlFormat:
    """TOML 1.0, as the standard library reads it."""

    def parse(self, text: str) -> Any:
        """Return the value of a text; raises ValueError."""
        return tomllib.loads(text)

    def scan(self, text: str) -> Scan:
        """Return the places of the values; the text must be TOML."""
        return _Scanner(text).scan()

    def read(self, token: str) -> Any:
        """Return the value that a token stands for; raises ValueError."""
        if "\n" in token:
            raise ValueError(token)
        return tomllib.loads(f"x = {token}")["x"]

    def tokens(self, value: Any, old: str) -> Sequence[str]:
        """Return ways to write a value; a string keeps its kind of quotes where it can."""
        if isinstance(value, str):
            literal = f"'{value}'"
            return (literal, _quoted(value)) if old.startswith("'") else (_quoted(value),)
        return (_written(value),)

    def parsed(self, value: Any, rest: str) -> Any:
        """Return the value itself."""
        return value

    def entry(self, key: str, value: Any, gap: Gap) -> Sequence[str]:
        """Return the entry of a table, or the element of an array."""
        return (f"{_key(key)}{gap.colon}{_written(value)}" if gap.colon else _written(value),)

    def table(self, keys: Keys, entry: str, text: str) -> str | None:
        """Return the text with a new `[table]` at its end."""
        if any(isinstance(key, int) for key in keys):
            raise EditError("a table inside an array of tables cannot be added; add it yourself")
        return with_table(text, f"[{'.'.join(map(_key, keys))}]", entry)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _quoted(key)


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(key)} = {_written(part)}' for key, part in value.items())} }}"
    if value is None:
        raise EditError("TOML has no empty value; give one")
    return _quoted(value) if isinstance(value, str) else repr(value)


class _Scanner:
    """One pass over a text that `tomllib` has accepted."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._found = Scan()
        self._counts: dict[Keys, int] = {}

    def scan(self) -> Scan:
        text, at, table = self._text, 0, ()
        header = -1
        while (at := self._after(_VOID, at)) < len(text):
            if text[at] == "[":
                if header < 0:
                    self._top_gap(at)
                header = at
                double = text.startswith("[[", at)
                names, at = self._keys(self._after(_SPACE, at + (2 if double else 1)))
                table = self._table(names, double)
                self._found.gaps[table] = after_line(text, at, indent_at(text, header), " = ")
                at = line_end(text, at)
                continue
            begun = at
            names, after = self._keys(at)
            at = self._after(_SPACE, self._after(_SPACE, after) + 1)
            colon = text[after:at]
            at = self._value(at, (*table, *names))
            if len(names) == 1 or table not in self._found.gaps:
                self._found.gaps[table] = after_line(text, at, indent_at(text, begun), colon)
            at = line_end(text, at)
        if header < 0:
            self._top_gap(len(text))
        return self._found

    def _top_gap(self, header: int) -> None:
        """Set the gap of the top table where nothing stands in it yet: the beginning of the text."""
        self._found.gaps.setdefault((), Gap(0, "", "\n\n" if header < len(self._text) else "\n", " = "))

    def _after(self, pattern: re.Pattern[str], at: int) -> int:
        match = pattern.match(self._text, at)
        return match.end() if match else at

    def _keys(self, at: int) -> tuple[tuple[str, ...], int]:
        names: list[str] = []
        while match := _KEY.match(self._text, at):
            token = match[0]
            names.append(tomllib.loads(f"x = {token}")["x"] if token[0] in "\"'" else token)
            at = match.end()
            if not (dot := _DOT.match(self._text, at)):
                break
            at = dot.end()
        return tuple(names), at

    def _table(self, names: tuple[str, ...], double: bool) -> Keys:
        """Return the keys of a header's table; an array of tables goes on with its last element."""
        keys: Keys = ()
        for place, name in enumerate(names):
            keys = (*keys, name)
            last = place == len(names) - 1
            if double and last:
                self._counts[keys] = self._counts.get(keys, -1) + 1
            if keys in self._counts:
                keys = (*keys, self._counts[keys])
        return keys

    def _value(self, at: int, keys: Keys) -> int:
        text = self._text
        if text[at] == "[":
            return self._array(at, keys)
        if text[at] == "{":
            return self._inline(at, keys)
        match = _TEXT.match(text, at) or _BARE.match(text, at)
        end = match.end() if match else at + 1
        several = "it is a text over several lines" if "\n" in text[at:end] else ""
        several = several or ("it is a text in triple quotes" if text[at : at + 3] in ('"""', "'''") else "")
        self._found.spans.append(Span(keys, at, end, several))
        return end

    def _array(self, start: int, keys: Keys) -> int:
        text, count, lead = self._text, 0, ""
        place = len(self._found.spans)
        begun = last = start + 1
        at = self._after(_VOID, begun)
        while text[at] != "]":
            lead = text[begun:at]
            last = at = self._value(at, (*keys, count))
            count += 1
            at = self._after(_VOID, at)
            if text[at] == ",":
                begun = at + 1
                at = self._after(_VOID, begun)
        if "#" in lead:
            lead = lead[lead.rindex("\n") :]
        before = f",{lead if lead or count > 1 else ' '}" if count else ""
        gap = Gap(last, before)
        if (comment := _COMMENTED.match(text, last)) and "\n" in lead:
            gap = Gap(comment.end(), lead, ",")
        self._found.gaps[keys] = gap
        end = at + 1
        if "\n" not in text[start:end] and "{" not in text[start:end]:
            self._found.spans.insert(place, Span(keys, start, end))
        return end

    def _inline(self, start: int, keys: Keys) -> int:
        text, last, colon = self._text, start + 1, " = "
        at = self._after(_VOID, last)
        while text[at] != "}":
            names, after = self._keys(at)
            at = self._after(_SPACE, self._after(_SPACE, after) + 1)
            colon = text[after:at]
            last = at = self._value(at, (*keys, *names))
            at = self._after(_VOID, at)
            if text[at] == ",":
                at = self._after(_VOID, at + 1)
        empty = last == start + 1
        self._found.gaps[keys] = Gap(last, "" if empty else ", ", "", colon)
        return at + 1
