"""Two settings of which each got the value that a request gives for the other one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations

from pandora.programs.structured.value_places import places_of_value

_PART = re.compile(r"[^\W_]+")
Key = tuple[str, ...]


def exchanged_settings(changes: Mapping[Key, object], request: str) -> tuple[Key, Key] | None:
    """Return two changed keys whose names stand nearer to each other's values in the request; None for none.

    Where both ways are as near, as in `port and timeout to 8080 and 30`, the values go in the order of the
    names. What tells two keys apart are the words of their paths that the other one lacks.
    """
    given = [(key, value) for key, value in changes.items() if not isinstance(value, bool)]
    for (one, first), (other, second) in combinations(given, 2):
        if first == second or isinstance(first, str) is not isinstance(second, str):
            continue
        names = [_places_of_words(own, request) for own in (_words(one, other), _words(other, one))]
        values = [[place for place, _ in places_of_value(value, request)] for value in (first, second)]
        if not all(names) or not all(values):
            continue
        as_set = _apart(names[0], values[0]) + _apart(names[1], values[1])
        other_way = _apart(names[0], values[1]) + _apart(names[1], values[0])
        in_order = (names[0][0] < names[1][0]) == (values[0][0] < values[1][0])
        if other_way < as_set or (other_way == as_set and not in_order):
            return one, other
    return None


def _words(key: Key, other: Key) -> list[str]:
    """The words of a key's path, from the last part on, that another key's path lacks."""
    theirs = {word.casefold() for part in other for word in _PART.findall(part)}
    words = [word for part in reversed(key) for word in _PART.findall(part)]
    return [word for word in words if word.casefold() not in theirs and not word.isdigit()]


def _places_of_words(words: Sequence[str], request: str) -> list[int]:
    """Where a request has the first of the words that it has, as a word or the beginning of one."""
    for word in words:
        if places := [match.start() for match in re.finditer(rf"\b{re.escape(word)}", request, re.I)]:
            return places
    return []


def _apart(names: Sequence[int], values: Sequence[int]) -> int:
    return min(abs(name - value) for name in names for value in values)
