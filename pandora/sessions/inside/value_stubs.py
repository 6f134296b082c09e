"""A value as a short line for a prompt (its kind, its size, how it begins), and parts of a large one.

Nothing here iterates what may have no end, and no method of a block's own classes is called.
"""

from __future__ import annotations

import collections
import datetime
import decimal
import fractions
import itertools
import re
import types
import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from pandora.sessions.inside.given_text import Text
from pandora.sessions.inside.lane_values import Envelope, Failed, Missing

_SEQUENCES = (list, tuple, set, frozenset, collections.deque, range)
_MAPPINGS = (dict, collections.Counter, collections.OrderedDict, collections.defaultdict)
_TEXTS = (str, Text, bytes, bytearray)
_OWN = (Envelope, Failed, Missing)
_ENDS: dict[type, str] = {list: "[]", tuple: "()", collections.deque: "[]"}
_SCALARS = (type(None), bool, int, float, complex)
_PRINTED = (
    datetime.date, datetime.datetime, datetime.time, datetime.timedelta, decimal.Decimal, fractions.Fraction,
    re.Pattern, uuid.UUID,
)  # fmt: skip
_LONG_INTEGER = 1 << 512
_SORTED = 1000
"""A set of more items is shown without any."""


def kind_of(value: object) -> str:
    """The name of a value's type."""
    return "None" if value is None else type.__dict__["__name__"].__get__(type(value))


def size_of(value: Any) -> int | None:
    """How many characters, bytes or items a value has; None where it has no size of its own."""
    sized = type(value) in (*_SEQUENCES, *_MAPPINGS, *_TEXTS)
    return len(value) if sized else None


def stub(value: Any, most: int = 400) -> str:
    """One line of at most `most` characters that says what a value is.

    A small value is shown whole. Of a large one its kind, its size and its beginning are shown.
    """
    size = size_of(value)
    shown = shown_part(value, max(most - 40, 20))
    if size is None or not shown.endswith("…"):
        return shown[:most]
    unit = "characters" if isinstance(value, str) else "bytes" if type(value) in _TEXTS else "items"
    label = f"{kind_of(value)} of {size:,} {unit}: "
    return label + shown_part(value, max(most - len(label), 20))


def shown_part(value: Any, most: int) -> str:
    """The value as Python writes it, on one line; cut off with `…` after about `most` characters."""
    return _clipped(_written(value, most, 4), most)


def _written(value: Any, most: int, depth: int) -> str:
    kind = type(value)
    if kind in _SCALARS:
        return hex(value)[:most] if kind is int and abs(value) > _LONG_INTEGER else repr(value)
    if kind in _TEXTS:
        head = value[: most + 1] if len(value) > most else value
        text = repr(str(head)) if isinstance(value, str) else repr(head)
        return text if len(text) <= most else text[: most - 1] + "…"
    if kind in _OWN:
        fields = ", ".join(f"{name}={_written(part, 80, depth - 1)}" for name, part in vars(value).items())
        return _clipped(f"{kind.__name__}({fields})", most)
    if depth == 0 and (kind in _SEQUENCES or kind in _MAPPINGS):
        return f"{kind.__name__} of {len(value):,} items"
    if kind is range:
        return repr(value)
    if kind in _MAPPINGS:
        return _bracketed("{", "}", (_pair(pair, most, depth) for pair in _items(value)), len(value), most)
    if kind in _SEQUENCES:
        ends = _ENDS.get(kind, "{}")
        items: Iterable[str] = (_written(item, most, depth - 1) for item in _first(value))
        if kind in (set, frozenset):  # their own order differs from process to process
            items = iter(sorted(items)) if len(value) <= _SORTED else iter(())
        return _bracketed(ends[0], ends[1], items, len(value), most)
    if kind in _PRINTED:
        return _clipped(str(value.pattern) if kind is re.Pattern else str(value), most)
    state = vars(value) if kind.__module__ == "__block__" and hasattr(value, "__dict__") else None
    if type(state) is dict and depth and not isinstance(value, type | types.FunctionType):
        fields = ", ".join(f"{name}={_written(part, 80, depth - 1)}" for name, part in list(state.items())[:20])
        return _clipped(f"{kind_of(value)}({fields})", most)
    if isinstance(value, types.ModuleType | types.FunctionType | type):
        name = getattr(value, "__name__", "")
        return _clipped(f"{kind_of(value)} {name if type(name) is str else ''}".strip(), most)
    return f"a {kind_of(value)}"


def _clipped(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _pair(pair: tuple[Any, Any], most: int, depth: int) -> str:
    return f"{_written(pair[0], 80, depth - 1)}: {_written(pair[1], most, depth - 1)}"


def _items(value: Mapping[Any, Any]) -> Iterable[tuple[Any, Any]]:
    return itertools.islice(dict.items(value), 1000)  # type: ignore[arg-type]


def _first(value: Any) -> Iterable[Any]:
    return itertools.islice(value, 1000)


def _bracketed(start: str, end: str, items: Iterable[str], size: int, most: int) -> str:
    text, count = start, 0
    try:
        for item in items:
            more = f"{', ' if count else ''}{item}"
            if len(text) + len(more) + 2 > most:
                break
            text, count = text + more, count + 1
    except RuntimeError:  # it changes in a thread
        return f"{text}…"
    return text + end if count == size else f"{text}{', ' if count else ''}…"


def page(value: Any, start: int = 0, count: int = 20, most: int = 4000) -> str:
    """The `count` lines, items or pairs of a value from the one numbered `start`; what follows is said.

    A text is read by lines; one without line ends by characters, 200 a line. At most `most` characters.
    """
    start, count = max(start, 0), max(count, 1)
    kind = type(value)
    if kind in (str, Text):
        lines = value.splitlines() if value.count("\n", 0, 100_000) > len(value[:100_000]) // 2000 else None
        lines = lines or [value[at : at + 200] for at in range(0, len(value), 200)]
        rows, size = lines[start : start + count], len(lines)
        shown = [line if len(line) <= 500 else line[:499] + "…" for line in rows]
    elif kind in _MAPPINGS:
        size = len(value)
        pairs = itertools.islice(dict.items(value), start, start + count)
        shown = [_pair(pair, 400, 4) for pair in pairs]
    elif kind in _SEQUENCES:
        size = len(value)
        shown = [_written(item, 400, 4) for item in itertools.islice(value, start, start + count)]
    else:
        return _written(value, most, 4)
    text, written = "", 0
    for row in shown:
        if written and len(text) + len(row) > most:
            break
        text, written = f"{text}{row}\n", written + 1
    end = start + written
    note = f"[{start:,} to {end - 1:,} of {size:,}; page(…, {end}) goes on]" if end < size else ""
    return (text[:most] + note).rstrip("\n") or f"[nothing from {start:,} on; it has {size:,}]"
