"""The keys of a structured file that got another value, and the keys beside each that may have been meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pandora.document.figures import numbers
from pandora.programs.file_difference import kind_of_value
from pandora.programs.input_files import parse_content
from pandora.programs.request.request_text import gives_value
from pandora.programs.structured.structured_edit import entries
from pandora.programs.structured.unlisted_keys import new_keys
from pandora.programs.structured.value_span import EditError
from pandora.programs.texts.sentences import words

MOST_KEYS, MOST_RIVALS = 4, 3
"""The most keys of one file that are doubted, and the most others that each is compared with."""
MOST_LIKE = 12
"""The most keys of one file that a value may be meant for."""
_LONGEST_NAME = 40
_Place = tuple[str | int, ...]


@dataclass(frozen=True)
class SetKey:
    """A key that got a new value which the request gives, `others` of its kind that stay as they are, and those
    that got the same value (`alike`).
    """

    key: str
    value: str
    others: tuple[str, ...]
    alike: tuple[str, ...]


def set_keys(path: str, before: bytes, after: bytes, request: str) -> list[SetKey]:
    """Return the keys of a JSON, TOML, YAML or INI file that differ; [] for any other file.

    An entry of a list is called by its first text. A key that is new or gone is none of these.
    """
    try:
        old, new = dict(_leaves(parse_content(path, before))), dict(_leaves(parse_content(path, after)))
    except (ValueError, RecursionError):
        return []
    names = dict(_names(parse_content(path, before)))
    changed = {place: new[place] for place in old if place in new and old[place] != new[place]}
    given = [place for place, value in changed.items() if gives_value(request, value)]
    made = {*dict(_names(parse_content(path, after))).values()}
    asked, unlisted = {*words(request)}, [key for key in new_keys(path, before, request) if key not in made]
    found = []
    for place in given[:MOST_KEYS]:
        value = changed[place]
        staying = [
            other
            for other, its in old.items()
            if other not in changed and kind_of_value(its) == kind_of_value(old[place]) and its != value
        ]
        near = sorted(
            (other for other in staying if other[-1] == place[-1] or _shared(names[other], asked)),
            key=lambda other: (other[-1] != place[-1], -_shared(names[other], asked)),
        )
        alike = [names[other] for other, its in changed.items() if other != place and its == value]
        others = tuple(dict.fromkeys([*(names[other] for other in near[:MOST_RIVALS]), *unlisted]))
        found.append(SetKey(names[place], _shown(value), others, tuple(alike)))
    return [key for key in found if key.others or key.alike]


def keys_for(path: str, data: bytes, value: str) -> tuple[str, ...]:
    """Return the keys of a structured file whose value is of the kind of another one, as `08:15` is of `12:30`.

    () where there are too many, or the file cannot be read.
    """
    try:
        shape = _shape(value)
        keys = tuple(entry.key for entry in entries(path, data) if _shape(entry.shown) == shape)
    except EditError:
        return ()
    return keys if len(keys) <= MOST_LIKE else ()


def _shape(shown: str) -> str:
    """What kind of value it is: any number, or its letters and marks with one digit for several."""
    bare = shown.strip().strip("\"'")
    return "number" if numbers(bare) == [bare] else re.sub(r"\d+", "0", bare)


def _leaves(value: Any, place: _Place = ()) -> Iterator[tuple[_Place, Any]]:
    """Each plain value within a value, by its place."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if inner is None:
        yield place, value
    for key, part in inner or ():
        yield from _leaves(part, (*place, key))


def _names(value: Any, place: _Place = (), name: tuple[str, ...] = ()) -> Iterator[tuple[_Place, str]]:
    """The name of each plain value's place: its keys, and for an entry of a list its first text."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _names(part, (*place, key), (*name, str(key)))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            texts = [text for text in part.values() if isinstance(text, str)] if isinstance(part, dict) else []
            first = texts[0] if texts and len(texts[0]) <= _LONGEST_NAME else str(number)
            yield from _names(part, (*place, number), (*name, first))
    else:
        yield place, ".".join(name)


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _shared(name: str, asked: set[str]) -> int:
    """How many words of a name the request has."""
    return sum(part in asked for part in re.findall(r"[^\W_]+", name.casefold()))
