"""Spans of time as texts, such as `46:05` and `1:01:12`, in the order of how long they are."""

from __future__ import annotations

import re
from typing import Any

_SPAN = re.compile(r"(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)(?:[.,](\d+))?")


def order_of_spans(one: Any, other: Any) -> int | None:
    """Return -1, 0 or 1 where both are spans, and None of all else.

    Two parts are minutes and seconds, also beside three: such a column crosses the hour. Times of day that all
    have two parts, or all three, come out in their order, too.
    """
    first, second = _key(one), _key(other)
    if first is None or second is None:
        return None
    return (first > second) - (first < second)


def _key(text: Any) -> tuple[int, float] | None:
    """The whole seconds of a span and their fraction; None of what is none."""
    span = _SPAN.fullmatch(text.strip()) if isinstance(text, str) else None
    if span is None:
        return None
    seconds = int(span[1] or 0) * 3600 + int(span[2]) * 60 + int(span[3])
    return seconds, float(f"0.{span[4] or 0}")
