"""Spans of time as texts, such as `46:05` and `1:01:12`, in the order of how long they are."""

from __future__ import annotations

import re
from typing import Any

_SPAN = re.compile(
    r"(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)(?:[.,](\d+))?(?:\s?(?P<half>[ap])\.?m\.?)?", re.IGNORECASE
)
_IN_UNITS = re.compile(r"(\d{1,3})\s?h(?:\s?(\d{1,2})(?:\s?m(?:in)?\.?)?)?|(\d{1,4})\s?min\.?", re.IGNORECASE)
"""A span whose parts have units: `1h30`, `2 h`, `1 h 5 min`, `45 min`."""
_CLOCK, _UNITS = 0, 1
_Key = tuple[int, float, float]


def order_of_spans(one: Any, other: Any) -> int | None:
    """Return -1, 0 or 1 where both are spans, and None of all else.

    Two parts are minutes and seconds, also beside three: such a column crosses the hour. Times of day that all
    have two parts, or all three, come out in their order, too, and so do those with `am` and `pm`.
    """
    first, second = _key(one), _key(other)
    if first is None or second is None or first[0] != second[0]:
        return None
    return (first > second) - (first < second)


def _key(text: Any) -> _Key | None:
    """How a span is written, its whole seconds and their fraction; None of what is none."""
    span = _SPAN.fullmatch(text.strip()) if isinstance(text, str) else None
    if span is not None:
        parts = [int(part) for part in span.group(1, 2, 3) if part]
        if half := (span["half"] or "").lower():
            parts[0] = parts[0] % 12 + (12 if half == "p" else 0)
        seconds = sum(part * 60**place for place, part in enumerate(reversed(parts)))
        return _CLOCK, seconds, float(f"0.{span[4] or 0}")
    units = _IN_UNITS.fullmatch(text.strip()) if isinstance(text, str) else None
    if units is None:
        return None
    hours, minutes, alone = (int(part or 0) for part in units.groups())
    return _UNITS, hours * 60 + minutes + alone, 0.0
