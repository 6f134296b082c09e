"""Which values differ after a statement, by whatever name, call or alias it reached them."""

from __future__ import annotations

import collections
import operator
import types
from collections.abc import Iterable, Mapping
from typing import Any

from pandora.sessions.inside.given_text import Text

_LISTED: tuple[Any, ...] = (list, tuple, set, frozenset, collections.deque)
_WITHOUT_PARTS = frozenset((str, Text, bytes, int, float, bool, type(None)))
_OWN = "__block__"
"""The module of the classes that blocks define."""


class Contents:
    """What some values hold now, at every depth, by identity: what it keeps cannot become something else.

    Each container is read once, however many of the values hold it.
    """

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = dict(values)
        self._parts: dict[int, list[object]] = {}
        """A container's id → the container itself, and behind it the parts that it has."""
        waiting = list(values.values())
        while waiting:
            holder = waiting.pop()
            if type(holder) in _WITHOUT_PARTS or id(holder) in self._parts:
                continue
            parts = _parts(holder)
            self._parts[id(holder)] = [holder, *parts]
            if not _WITHOUT_PARTS.issuperset(map(type, parts)):
                waiting += parts

    def changed(self, values: Mapping[str, object]) -> list[str]:
        """The places of those of these values that were there before and hold something else now."""
        others = self._holders_of(
            key for key, (holder, *parts) in self._parts.items() if not _same(parts, _parts(holder))
        )
        return [
            where
            for where, value in self._values.items()
            if where in values and (values[where] is not value or id(value) in others)
        ]

    def _holders_of(self, changed: Iterable[int]) -> set[int]:
        """The ids of these containers and of all that held them, at any depth."""
        waiting, found = list(changed), set[int]()
        above = collections.defaultdict[int, list[int]](list)
        for key, (_, *parts) in self._parts.items() if waiting else ():
            for part in parts:
                if id(part) in self._parts:
                    above[id(part)].append(key)
        while waiting:
            key = waiting.pop()
            if key not in found:
                found.add(key)
                waiting += above[key]
        return found


def _same(before: list[object], now: list[object]) -> bool:
    return len(before) == len(now) and all(map(operator.is_, before, now))


def _parts(holder: Any) -> list[object]:
    """The parts of a container, as it has them itself, whatever a class of a block says of them."""
    kind = type(holder)
    if issubclass(kind, dict):
        return [*dict.keys(holder), *dict.values(holder)]
    for listed in _LISTED:
        if issubclass(kind, listed):
            return list(listed.__iter__(holder))
    own = kind.__module__ == _OWN or issubclass(kind, types.SimpleNamespace)
    attributes = getattr(holder, "__dict__", None) if own else None
    return list(attributes.values()) if type(attributes) is dict else []
