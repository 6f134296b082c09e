"""INI files and files of lines `name=value`: the places of their values, and how values are written."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pandora.programs.inside import file_reading
from pandora.programs.structured.value_span import (
    EditError,
    Gap,
    Keys,
    Scan,
    Span,
    after_line,
    line_end,
    truth,
    truth_word,
    with_table,
)

_SECTION = re.compile(r"[ \t]*\[(?P<name>.+)\]")
_COMMENT = re.compile(r"[ \t]+[#;].*$")
_INI = re.compile(r"(?P<key>[^\s=:][^=:\n]*?)(?P<colon>[ \t]*[=:][ \t]*)")
_NAMED = re.compile(r"(?P<key>(?:export[ \t]+)?[^\s=:#!]+)(?P<colon>[ \t]*[=:][ \t]*|[ \t]+)")
_QUOTED = re.compile(r"\"(?:\\.|[^\"\\])*\"|'[^']*'")
_BEHIND_MARK = re.compile(r"(?<=[{>])[ \t]*#.*$")
_SEVERAL = "it is a value over several lines"


@dataclass(frozen=True)
class _Line:
    start: int
    text: str


def _lines(text: str) -> Iterator[_Line]:
    start = 0
    for line in text.splitlines(keepends=True):
        yield _Line(start, line.rstrip("\r\n"))
        start += len(line)


class _Words:
    """Values that the file itself does not type: what looks like a number or a truth value is one."""

    def read(self, token: str) -> Any:
        """Return the number, truth value or text that a token looks like."""
        if len(token) > 1 and token[0] == token[-1] and token[0] in "\"'":
            return token[1:-1]
        for number in (int, float):
            try:
                return number(token)
            except ValueError:
                continue
        word = truth(token)
        return token if word is None else word

    def tokens(self, value: Any, old: str) -> Sequence[str]:
        """Return a way to write a value; quotes stay where `old` has them."""
        if isinstance(value, bool):
            return (truth_word(value, old),)
        text = "" if value is None else str(value)
        quoted = len(old) > 1 and old[0] == old[-1] and old[0] in "\"'"
        if quoted and old[0] not in text:
            return (f"{old[0]}{text}{old[0]}",)
        return (text,)

    def parsed(self, value: Any, rest: str) -> Any:
        """Return the whole rest of the line, which is what the parser gives."""
        return rest

    def entry(self, key: str, value: Any, gap: Gap) -> Sequence[str]:
        """Return a line for a new key."""
        if isinstance(value, dict | list):
            raise EditError(f"{key} can hold one plain value only")
        return (f"{key}{gap.colon}{self.tokens(value, '')[0]}",)


class IniFormat(_Words):
    """INI files, as `configparser` reads them: sections of keys, and comments after `#` or `;`."""

    def parse(self, text: str) -> Any:
        """Return the sections of a text, without what they have from DEFAULT; raises ValueError."""
        sections: dict[str, dict[str, str | None]] = file_reading.parse("INI", text)
        defaults = sections.get("DEFAULT", {})
        return {
            name: values
            if name == "DEFAULT"
            else {key: value for key, value in values.items() if defaults.get(key, self) != value}
            for name, values in sections.items()
        }

    def scan(self, text: str) -> Scan:
        """Return the places of the values; the text must be INI."""
        scan = Scan()
        section, margin, opened = "", 0, False
        for line in _lines(text):
            bare = line.text.strip()
            indent = len(line.text) - len(line.text.lstrip())
            if not bare or bare[0] in "#;":
                continue
            if opened and indent > margin:
                last = scan.spans[-1]
                scan.spans[-1] = Span(last.keys, last.start, last.end, _SEVERAL)
                scan.gaps[(section,)] = after_line(text, line.start, "", scan.gaps[(section,)].colon)
                continue
            margin, opened = indent, False
            if header := _SECTION.match(line.text):
                section = header["name"]
                scan.gaps.setdefault((section,), after_line(text, line.start, "", " = "))
                continue
            match = _INI.match(line.text, indent)
            if not match or not section:
                continue
            opened = True
            value = _COMMENT.sub("", line.text[match.end() :]).rstrip()
            start = line.start + match.end()
            scan.spans.append(Span((section, match["key"]), start, start + len(value)))
            colon = match["colon"] if value else " = "
            scan.gaps[(section,)] = after_line(text, start, line.text[:indent], colon)
        return scan

    def table(self, keys: Keys, entry: str, text: str) -> str | None:
        """Return the text with a new section at its end."""
        return with_table(text, f"[{'.'.join(keys)}]", entry)


class _Blocks:
    """The blocks of a file of lines, such as `server {` to `}` or `<Directory /a>` to `</Directory>`."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._times: Counter[str] = Counter()

    @property
    def place(self) -> str:
        """The names of the open blocks, each with its number where one of this name came before; "" outside."""
        return self._open[-1] if self._open else ""

    def take(self, line: str) -> bool:
        """True where a line begins or ends a block."""
        if line.startswith("}") or line.startswith("</"):
            del self._open[-1:]
            if not line.endswith("{"):
                return True
        line = _BEHIND_MARK.sub("", line).lstrip("} ")
        if not line.endswith("{") and not (line.startswith("<") and line.endswith(">")):
            return False
        name = ".".join(filter(None, (self.place, line.strip("<>{ \t"))))
        self._times[name] += 1
        self._open.append(f"{name} {self._times[name]}" if self._times[name] > 1 else name)
        return True


def _told_apart(names: Sequence[str], places: Sequence[str]) -> list[str]:
    """The names; those that stand more than once with their blocks before them, and with numbers."""
    times, taken = Counter(names), Counter[str]()
    told = []
    for name, place in zip(names, places, strict=True):
        whole = f"{place}.{name}" if times[name] > 1 and place else name
        taken[whole] += 1
        told.append(f"{whole} {taken[whole]}" if taken[whole] > 1 else whole)
    return told


class NamedLinesFormat(_Words):
    """Lines of `name=value`, as in `.env` and `.properties` files, or of `name value;`, as servers have them.

    `comments` are the marks that begin a comment behind a value, and `end` the mark that ends a line and is no
    part of its value. Such lines may stand in blocks, and one name in several of them: then it has the name of
    its block before it (`server 2.listen`), and a number where it stands there again. What a `shell` reads has
    values with blanks in quotes.
    """

    def __init__(self, comments: str = "", end: str = "", shell: bool = False) -> None:
        self._comment = re.compile(rf"[ \t]+[{re.escape(comments)}].*$") if comments else None
        self._end, self._shell = end, shell

    def tokens(self, value: Any, old: str) -> Sequence[str]:
        """Return a way to write a value; in `.env`, which a shell reads, blanks stand in quotes."""
        (token,) = super().tokens(value, old)
        unclear = r"\s#" if re.search(r"\s", old) else r"\s"  # blanks stay bare where the old value has some
        if not self._shell or token[:1] in "\"'" or not re.search(unclear, token):
            return (token,)
        return (f"'{token}'" if '"' in token and "'" not in token else json.dumps(token, ensure_ascii=False),)

    def parse(self, text: str) -> Any:
        """Return the rest of the line of each name."""
        values: dict[str, str] = {}
        for span in self.scan(text).spans:
            if span.keys[0] in values:
                raise EditError(f"{span.keys[0]} stands twice; keep one of them")
            values[span.keys[0]] = text[span.start : line_end(text, span.start)].strip()
        return values

    def scan(self, text: str) -> Scan:
        """Return the places of the values."""
        scan = Scan()
        gap = Gap(len(text), "" if text.endswith("\n") or not text else "\n", "\n", "=")
        continued = False
        blocks, places = _Blocks(), list[str]()
        for line in _lines(text):
            goes_on, continued = continued, line.text.endswith("\\")
            bare = line.text.strip()
            if goes_on or not bare or bare[0] in "#!;[":
                continued = continued and not bare.startswith("#")
                continue
            if self._end and blocks.take(bare):
                continue
            match = _NAMED.match(line.text, len(line.text) - len(line.text.lstrip()))
            if not match:
                continue
            rest = line.text[match.end() :]
            value = self._value(rest)
            unclosed = self._shell and value[:1] in "\"'" and (len(value) < 2 or value[-1] != value[0])
            fixed = _SEVERAL if continued or (value and unclosed) else ""
            start = line.start + match.end()
            name = match["key"].removeprefix("export").strip() if "export" in match["key"] else match["key"]
            scan.spans.append(Span((name,), start, start + len(value), fixed))
            places.append(blocks.place)
            gap = Gap(len(text), gap.before, "\n", match["colon"])
        scan.gaps[()] = gap
        if self._end:
            names = _told_apart([str(span.keys[0]) for span in scan.spans], places)
            scan.spans[:] = [
                Span((name,), span.start, span.end, span.fixed)
                for name, span in zip(names, scan.spans, strict=True)
            ]
        return scan

    def table(self, keys: Keys, entry: str, text: str) -> str | None:
        """Raise EditError: there are no tables."""
        raise EditError("this file has plain names only; write one without a dot")

    def _value(self, rest: str) -> str:
        """The value at the beginning of a line's rest: a quoted text, or all up to a comment or the end."""
        if self._comment is None:
            return rest.rstrip()
        if quoted := _QUOTED.match(rest):
            return quoted[0]
        value = self._comment.sub("", rest).rstrip()
        return value.removesuffix(self._end).rstrip() if self._end else value
