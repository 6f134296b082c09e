"""Which values differ after a statement, by whatever name, call or alias it reached them."""

from __future__ import annotations

import collections
import operator
import types
from collections.abc import Iterable, Mapping
from typing import Any

_LISTED: tuple[Any, ...] = (list, tuple, set, frozenset, collections.deque)
_OWN = "__block__"
"""The module of the classes that blocks define."""


class Contents:
    """What some values hold now, at every depth, by identity: what it keeps cannot become something else."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._before = {where: _parts(value) for where, value in values.items()}

    def changed(self, values: Mapping[str, object]) -> list[str]:
        """The places of those of these values that were there before and hold something else now."""
        return [
            where
            for where, before in self._before.items()
            if where in values and not _same(before, _parts(values[where]))
        ]


def _same(before: list[object], now: list[object]) -> bool:
    return len(before) == len(now) and all(map(operator.is_, before, now))


def _parts(value: object) -> list[object]:
    """The value and the parts of its containers, each container looked through once."""
    parts, seen, waiting = [value], set[int](), [value]
    while waiting:
        holder = waiting.pop()
        if id(holder) in seen:
            continue
        seen.add(id(holder))
        inner = list(_inner(holder))
        parts.extend(inner)
        waiting.extend(part for part in inner if type(part) not in (str, int, float, bool, type(None)))
    return parts


def _inner(holder: object) -> Iterable[object]:
    if isinstance(holder, dict):
        return [*dict.keys(holder), *dict.values(holder)]
    for kind in _LISTED:
        if isinstance(holder, kind):
            return list(kind.__iter__(holder))
    own = type(holder).__module__ == _OWN or isinstance(holder, types.SimpleNamespace)
    return vars(holder).values() if own and hasattr(holder, "__dict__") else ()
