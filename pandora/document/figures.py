"""The numbers in a text, in whatever notation: which there are, and which of them no source has."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NUMBER = re.compile(r"\d(?:[\d,.'’\u00a0\u202f]*\d)?")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:[,.'’\u00a0\u202f]\d{3})+")
_THOUSANDS_AND_DECIMALS = re.compile(rf"({_THOUSANDS.pattern})[.,](\d{{1,2}})")
SMALLEST_FIGURE = 10
"""Smaller whole numbers are counts that anybody may make: no source has to hold them."""


def numbers(text: str) -> list[str]:
    """The different numbers of a text as they are written there."""
    return list(dict.fromkeys(_NUMBER.findall(text)))


def figures(text: str) -> list[str]:
    """The different numbers of a text as they are written there; whole numbers below ten are left out."""
    return [number for number in numbers(text) if not (number.isdigit() and int(number) < SMALLEST_FIGURE)]


def unfounded_figures(text: str, sources: Iterable[str]) -> list[str]:
    """The numbers of `text` that none of `sources` holds, in whatever notation."""
    source_numbers = {normal_number(number) for source in sources for number in _NUMBER.findall(source)}
    return [number for number in figures(text) if normal_number(number) not in source_numbers]


def normal_number(number: str) -> str:
    """A number without separators of thousands, and without zeros at the end of its decimals."""
    if _THOUSANDS.fullmatch(number):
        return re.sub(r"\D", "", number)
    if both := _THOUSANDS_AND_DECIMALS.fullmatch(number):
        number = ".".join((re.sub(r"\D", "", both[1]), both[2]))
    whole, _, part = re.sub(r"['’\u00a0\u202f]", "", number).replace(",", ".").rpartition(".")
    return f"{whole}.{part}".rstrip("0").rstrip(".") if whole else part
