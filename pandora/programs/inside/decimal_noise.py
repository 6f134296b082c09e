"""The last digits of a decimal fraction that only binary arithmetic brings: 392.19999999999993 is 392.2."""

from __future__ import annotations

import builtins
import re
import sys
from typing import Any

_LONG = re.compile(r"(?<![\w.])-?\d+\.\d{10,}(?!\w|\.\w)")
_DIGITS = 13
"""The significant digits that are sure after a few thousand additions."""
_SHORTER = 4
"""By how many characters a rounded number must be shorter: a third stays as long as it is."""


def without_noise(text: str) -> str:
    """Return a text in which each fraction with noise in its last digits stands without it."""
    return _LONG.sub(lambda match: _tidy(match[0]), text)


def print_tidy(*values: Any, sep: str | None = " ", end: str | None = "\n", **given: Any) -> None:
    """The builtin `print`; what goes to the standard output has no noise."""
    if given.get("file") not in (None, sys.stdout):
        builtins.print(*values, sep=sep, end=end, **given)
    else:
        text = (" " if sep is None else sep).join(map(str, values))
        builtins.print(without_noise(text), end=end, **given)


def _tidy(number: str) -> str:
    short = repr(float(f"{float(number):.{_DIGITS}g}"))
    return short if len(short) <= len(number) - _SHORTER and "e" not in short else number
