"""Where the values of a structured file stand in its text, and where further ones can be put."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

Keys = tuple[Any, ...]
"""The keys and, in lists, the numbers (from 0) that lead to a value from the top of a file."""


class EditError(ValueError):
    """Says in one line why a value cannot be changed, and what to do."""


@dataclass(frozen=True)
class Span:
    """The characters `start` to `end` of a text, which write the value at `keys`.

    `fixed` says why the value cannot be changed in place, or is "".
    """

    keys: Keys
    start: int
    end: int
    fixed: str = ""


@dataclass(frozen=True)
class Gap:
    """A place where a table or a list takes one more entry: `before`, the entry, `after` go in at `at`.

    `colon` stands between a table's key and its value; a list has none. `indent` is the indentation of the
    entries where each has a line of its own, else None.
    """

    at: int
    before: str = ""
    after: str = ""
    colon: str = ""
    indent: str | None = None


@dataclass
class Scan:
    """The places in a text: its values in order, and the gap of each table and list by its keys."""

    spans: list[Span] = field(default_factory=list)
    gaps: dict[Keys, Gap] = field(default_factory=dict)


class Format(Protocol):
    """What is known of one format of structured files."""

    def parse(self, text: str) -> Any:
        """Return the value of a whole text, as the format's own parser reads it; raises ValueError."""

    def scan(self, text: str) -> Scan:
        """Return the places of the values in a text that `parse` reads; raises ValueError."""

    def read(self, token: str) -> Any:
        """Return the value that `token` stands for; raises ValueError where it is no value."""

    def tokens(self, value: Any, old: str) -> Sequence[str]:
        """Return ways to write `value`, the best first, in the manner of `old`, which it replaces."""

    def parsed(self, value: Any, rest: str) -> Any:
        """Return what `parse` gives for a value that was written as `rest`, up to the end of its line."""

    def entry(self, key: str, value: Any, gap: Gap) -> Sequence[str]:
        """Return ways to write a new entry of a table, or with an empty key of a list."""

    def table(self, keys: Keys, entry: str, text: str) -> str | None:
        """Return the text with a new table of one entry at its end; None where the format nests tables."""


def newline_of(text: str) -> str:
    """Return the line ending that a text uses."""
    return "\r\n" if "\r\n" in text else "\n"


def line_end(text: str, at: int) -> int:
    """Return the offset at which the line of `at` ends, before its line ending."""
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    return end - 1 if end > at and text[end - 1] == "\r" else end


def after_line(text: str, at: int, indent: str, colon: str) -> Gap:
    """Return the gap for an entry on a line of its own below the line of `at`."""
    return Gap(line_end(text, at), "\n" + indent, "", colon, indent)


def indent_at(text: str, at: int) -> str:
    """Return the white space that the line of `at` begins with, up to `at`."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def with_table(text: str, header: str, entry: str) -> str:
    """Return the text with a header and an entry at its end, after an empty line."""
    newline = newline_of(text)
    base = text if not text or text.endswith("\n") else text + newline
    return f"{base}{newline if base.strip() else ''}{header}{newline}{entry}{newline}"


TRUTHS = (("true", "false"), ("yes", "no"), ("on", "off"), ("y", "n"))
"""The pairs of words for a truth value."""


def truth(word: str) -> bool | None:
    """Return the truth value that a word stands for, in any case; None for any other word."""
    lowered = word.lower()
    return next((lowered == pair[0] for pair in TRUTHS if lowered in pair), None)


def truth_word(value: bool, old: str) -> str:
    """Return the word for a truth value, of the pair and in the case of `old`."""
    pair = next((pair for pair in TRUTHS if old.lower() in pair), TRUTHS[0])
    word = pair[0] if value else pair[1]
    if len(old) > 1 and old.isupper():
        return word.upper()
    return word.capitalize() if old[:1].isupper() else word
