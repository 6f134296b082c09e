"""Keys and entries of lists that a structured file does not have and that a request may mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pandora.programs.request.request_text import has_word
from pandora.programs.structured.structured_edit import Entry, Setting, entries
from pandora.programs.structured.value_span import EditError

MOST_NEW = 4
"""The most keys that are named as new ones."""
_NAME = re.compile(r"(?<![\w.@/-])[A-Za-z_][A-Za-z0-9_-]*(?![\w@/-]|\.\w)")
_STYLES = (
    re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*"),
    re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+"),
    re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+"),
    re.compile(r"[a-z]+(?:[A-Z][a-z0-9]*)+"),
)
"""How the names of keys are written that no word of a language is: SHOUTED, snake, kebab, camel."""


def new_keys(path: str, data: bytes, request: str) -> tuple[str, ...]:
    """Return keys that the request names and the file lacks, in the tables whose keys are written alike.

    A key's name is known by how it is written, as `TZ` or `max_days`. () where the file cannot be read.
    """
    try:
        there = entries(path, data)
    except EditError:
        return ()
    parts = {part for entry in there for part in entry.key.split(".")}
    shown = {entry.shown.strip("\"'") for entry in there}
    names = [name for name in dict.fromkeys(_NAME.findall(request)) if name not in parts and name not in shown]
    keys = []
    for name in names:
        style = next((style for style in _STYLES if style.fullmatch(name)), None)
        tables = [entry.key.rpartition(".")[0] for entry in there if style and style.fullmatch(_last(entry))]
        keys += [f"{table}.{name}" if table else name for table in dict.fromkeys(tables)]
    return tuple(keys[:MOST_NEW])


def _last(entry: Entry) -> str:
    return entry.key.rpartition(".")[2]


@dataclass(frozen=True)
class ReplacedEntry:
    """A plain value of a list in whose place a change puts another one: its key, the list, the place behind."""

    key: str
    of: str
    value: str
    place_behind: str


def replaced_entries(
    path: str, data: bytes, settings: Sequence[Setting], request: str
) -> Iterator[ReplacedEntry]:
    """Yield the entries of lists of plain values that settings replace by a value which the request gives."""
    try:
        there = {entry.key: entry.shown.strip("\"'") for entry in entries(path, data)}
    except EditError:
        return
    behind: dict[str, int] = {}
    for setting in settings:
        of, _, place = setting.key.rpartition(".")
        value = setting.value.strip().strip("\"'")
        if not of or not place.isdigit() or setting.new or there.get(setting.key, value) == value:
            continue
        length = sum(key.rpartition(".")[0] == of for key in there)
        if not has_word(request, value) or any(f"{of}.{number}" not in there for number in range(length)):
            continue
        if value in (shown for key, shown in there.items() if key.rpartition(".")[0] == of):
            continue
        behind[of] = behind.get(of, length - 1) + 1
        yield ReplacedEntry(setting.key, of, value, f"{of}.{behind[of]}")
