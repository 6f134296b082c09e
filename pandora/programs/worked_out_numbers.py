"""Numbers of an answer that are worked out from others."""

from __future__ import annotations

from collections.abc import Sequence

from pandora.document.figures import normal_number

MOST_TIMES = 12
"""The largest factor that a text gives in words, such as three times or a dozen."""
LEAST_CENT, LEAST_WORKED_OUT = 0.005, 100
MOST_PAIRED = 12
"""Of more numbers than so many, two give almost any other by chance."""


def worked_out(number: str, known: Sequence[str]) -> bool:
    """True where a number is a small multiple or part of a known one, or two known ones give it by + - * or /.

    A small whole number is never taken for one, since too many pairs give it by chance. Of more numbers than
    MOST_PAIRED no pairs are looked at.
    """
    value, values = _value(number), [_value(other) for other in known]
    if value < LEAST_WORKED_OUT and value == int(value):
        return False
    ways = [way for one in values for times in range(2, MOST_TIMES + 1) for way in (times * one, one / times)]
    for place, one in enumerate(values if len(values) <= MOST_PAIRED else ()):
        for other in values[:place]:
            ways += [one + other, abs(one - other), one * other]
            ways += [above / below for above, below in ((one, other), (other, one)) if below]
    return any(abs(value - way) < LEAST_CENT for way in ways)


def _value(number: str) -> float:
    try:
        return float(normal_number(number))
    except ValueError:  # a date or the like
        return float("nan")
