"""`reground`: a weak value becomes verified where code finds it word for word in a text that was given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pandora.sessions.inside.given_text import Text
from pandora.sessions.inside.lane_values import Envelope
from pandora.sessions.inside.value_numbers import numbers_in_text

_NO_WORDS = ("", "yes", "no")
"""Texts that no source bears out by having them: a judgment is not what the source says."""


class UngroundedError(Exception):
    """A claim, or a source, that cannot be looked up."""


def grounds(value: Any, source: Text, quote: str) -> dict[str, Any] | None:
    """Where the quote stands in the source, as evidence for the value; None where it does not support it.

    Without a quote the value itself must stand in the source. With one, the quote must stand there and the
    value in the quote. Of a list or a dict each part must. Runs of white space count as one space.
    """
    value = value.value if isinstance(value, Envelope) else value
    parts = list(_parts(value))
    if not parts:
        return None
    if quote:
        at = _place(quote, source)
        if at is None or any(_stands(part, quote) is None for part in parts):
            return None
        return _evidence(source, at, quote)
    first = None
    for part in parts:
        at = _stands(part, source)
        if at is None:
            return None
        first = at if first is None else first
    assert first is not None
    return _evidence(source, first, str(parts[0]))


def _evidence(source: Text, at: int, quote: str) -> dict[str, Any]:
    return {"source": source.name, "line": source.count("\n", 0, at) + 1, "quote": quote[:500]}


def _parts(value: Any, depth: int = 10) -> Iterable[Any]:
    """The texts and numbers of a value; None for what has no words that a source could hold."""
    if depth == 0 or isinstance(value, bool) or value is None:
        yield None
    elif isinstance(value, str):
        yield None if value.strip().casefold() in _NO_WORDS else value.strip()
    elif isinstance(value, int | float):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _parts(inner, depth - 1)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _parts(inner, depth - 1)
    else:
        yield None


def _place(quote: str, source: str) -> int | None:
    """Where the words stand in the source, as whole words."""
    words = r"\s+".join(map(re.escape, quote.split()))
    match = re.search(rf"(?<!\w){words}(?!\w)", source) if words else None
    return match.start() if match else None


def _number_place(number: float, source: str) -> int | None:
    for match in re.finditer(r"\d[\d,.]*", source):
        if any(number in (there, float(there)) for there in numbers_in_text(match.group().rstrip(".,"))):
            return match.start()
    return None


def _stands(part: Any, source: str) -> int | None:
    if part is None:
        return None
    return _place(part, source) if isinstance(part, str) else _number_place(part, source)
