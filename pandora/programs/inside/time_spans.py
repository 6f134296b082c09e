"""Spans of time as texts, such as `46:05` and `1:01:12`, in the order of how long they are."""

from __future__ import annotations

import re
from typing import Any

_SPAN = re.compile(r"(\d{1,3})((?::[0-5]\d){1,2})(?:[.,](\d+))?")


def order_of_spans(one: Any, other: Any) -> int | None:
    """Return -1, 0 or 1 where both are spans or times of day, and None of all else.

    `46:05` beside `1:01:12` is in minutes: such a column crosses the hour. Beside `14:05:30` or `09:05:30`,
    times of day, it is in hours.
    """
    left, right = (_SPAN.fullmatch(text.strip()) if isinstance(text, str) else None for text in (one, other))
    if left is None or right is None:
        return None
    parts, others = _parts(left), _parts(right)
    longer = left[0] if len(parts) > len(others) else right[0]
    in_minutes = len(parts) != len(others) and longer[1] == ":"
    first, second = (
        _in_order(numbers, left_out, in_minutes)
        for numbers, left_out in ((parts, 3 - len(parts)), (others, 3 - len(others)))
    )
    keys = (*first, _fraction(left)), (*second, _fraction(right))
    return (keys[0] > keys[1]) - (keys[0] < keys[1])


def _parts(span: re.Match[str]) -> list[int]:
    return [int(span[1]), *(int(part) for part in span[2].split(":")[1:])]


def _in_order(numbers: list[int], left_out: int, in_minutes: bool) -> list[int]:
    """Hours, minutes and seconds; those that are left out stand before or behind the others."""
    blanks = [0] * left_out
    return blanks + numbers if in_minutes else numbers + blanks


def _fraction(span: re.Match[str]) -> float:
    return float(f"0.{span[3] or 0}")
