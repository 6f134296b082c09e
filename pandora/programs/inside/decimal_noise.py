"""The last digits of a decimal fraction that only binary arithmetic brings: 392.19999999999993 is 392.2."""

from __future__ import annotations

import re

_LONG = re.compile(r"(?<![\w.])-?\d+\.\d{10,}(?!\w|\.\w)")
_DIGITS = 13
"""The significant digits that are sure after a few thousand additions."""
_SHORTER = 4
"""By how many characters a rounded number must be shorter: a third stays as long as it is."""


def without_noise(text: str) -> str:
    """Return a text in which each fraction with noise in its last digits stands without it."""
    return _LONG.sub(lambda match: _tidy(match[0]), text)


def _tidy(number: str) -> str:
    short = repr(float(f"{float(number):.{_DIGITS}g}"))
    return short if len(short) <= len(number) - _SHORTER and "e" not in short else number
