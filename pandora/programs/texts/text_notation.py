"""Values of an answer in the notation of the texts that it comes from: `50 min` for `50 minutes`.

The rules compare words; so a value that a text has is first written as the text writes it.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pandora.document.figures import normal_number
from pandora.programs.language.number_words import with_digits
from pandora.programs.language.unit_words import hour_marks, units
from pandora.programs.texts.text_dates import as_written_in

SMALLEST_CODE = 6
"""The fewest digits of a telephone number or the like."""
NUMBER = r"(?:\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)(?:[.,]\d+)?|\d(?:[\d,.'’\u00a0\u202f]*\d)?)"
_VALUE = re.compile(rf"(?<![\w.,:/-]){NUMBER}(?![\w:/-]|[.,]\d)")
_CODE = re.compile(r"(?<![\w.,:])\d[\d/()\u00a0 -]*\d(?![\w:]|[.,]\d)")
_TIME = re.compile(
    r"(?<![\w.,:/-])(?P<hour>[01]?\d|2[0-4])(?:(?:[:.]|\s?h\s?)(?P<minute>[0-5]\d))?"
    r"(?P<mark>\s?[ap]\.?\s?m\b|\s?[^\W\d_]{1,7}\b)?(?![\w:]|[.,]\d)",
    re.I,
)
_TO = re.compile(r"(?<![\w.,:/-])([01]?\d|2[0-4])(?=\s?(?:[–-]|[^\W\d_]{1,3}\s)\s?$)", re.I)
"""The first hour of `17 bis 22 Uhr`, before the second one."""
_REACH = 12
"""The characters before an hour in which the first one of two stands."""


_Found = dict[object, tuple[int, int, str]]
_Kind = Callable[[str], _Found]


@dataclass(frozen=True)
class Quantity:
    """A number with a unit: where it stands, what it measures and how much that is."""

    start: int
    end: int
    number: float
    measured: str
    size: float

    @property
    def amount(self) -> tuple[str, float]:
        """What it measures and how much, in whatever unit: 60 minutes are an hour."""
        return self.measured, round(self.number * self.size, 6)


def in_notation_of(source: str, text: str) -> str:
    """Return a text with its days, times, quantities and numbers as the source writes them.

    What the source has as it stands, and what it has not in any notation, stays.
    """
    text = as_written_in(source, text)
    for kind, there in _values_of(source):
        text = _rewritten(text, source, kind, there)
    return text


@functools.lru_cache(maxsize=4)
def _values_of(source: str) -> tuple[tuple[_Kind, _Found], ...]:
    """The values of each kind that a source has, in figures or in words."""
    digits = with_digits(source)
    return tuple((kind, kind(digits) | kind(source)) for kind in (_codes, _times, _quantities, _values))


def quantities(text: str) -> Iterator[Quantity]:
    """The numbers of a text with the units that stand beside them."""
    for match in _VALUE.finditer(text):
        number = value_of(match[0])
        if number is None:
            continue
        behind = re.compile(r"[ \u00a0-]?([^\W\d_]+[²³]?|[^\w\s.,;:()!?])(?!\w)").match(text, match.end())
        before = re.compile(r"[^\w\s]{1,2}\s?$").search(text, max(0, match.start() - 3), match.start())
        if behind and (unit := units().get(behind[1].casefold())):
            yield Quantity(match.start(), behind.end(), number, *unit)
        elif before and (unit := units().get(before[0].strip())):
            yield Quantity(before.start(), match.end(), number, *unit)


def value_of(number: str) -> float | None:
    """Return the value of a number in any notation, also with blanks in it; None for a date or the like."""
    try:
        value = float(normal_number(re.sub(r"[ \u00a0\u202f]", "", number)))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _rewritten(text: str, source: str, kind: _Kind, there: _Found) -> str:
    """A text with each value of a kind as the source writes it."""
    parts, place = [], 0
    known = source.casefold()
    for value, (start, end, written) in sorted(_every(text, kind), key=lambda entry: entry[1][0]):
        if start >= place and value in there and written.casefold() not in known:
            parts += [text[place:start], there[value][2]]
            place = end
    return "".join((*parts, text[place:]))


def _every(text: str, kind: _Kind) -> Iterator[tuple[object, tuple[int, int, str]]]:
    """Each place of a text that has a value of a kind, also where one stands twice."""
    rest = text
    while found := kind(rest):
        yield from found.items()
        for start, end, _ in found.values():
            rest = f"{rest[:start]}{'·' * (end - start)}{rest[end:]}"


def _codes(text: str) -> _Found:
    """The rows of digits that are a telephone number or the like, whatever stands between them."""
    found: _Found = {}
    for match in _CODE.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        if len(digits) >= SMALLEST_CODE and digits[0] == "0":
            found.setdefault(digits, (match.start(), match.end(), match[0]))
    return found


def _times(text: str) -> _Found:
    """The times of day, each as its hour and minute."""
    found: _Found = {}
    for match in _TIME.finditer(text):
        mark = (match["mark"] or "").strip().casefold()
        noon = re.fullmatch(r"([ap])\.?\s?m\.?", mark)
        marked = noon or mark in hour_marks()
        other = (not marked and mark in units()) or text[max(0, match.start() - 1) : match.start()] in units()
        if other or (not marked and match["minute"] is None):
            continue
        end = match.end() if marked else match.end("minute")
        hours = [(int(match["hour"]), match.start(), end)]
        if first := _TO.search(text, max(0, match.start() - _REACH), match.start()):
            hours.append((int(first[1]), first.start(), first.end()))
        for hour, start, stop in hours:
            if noon and hour <= 12:
                hour = hour % 12 + (12 if noon[1] == "p" else 0)
            minute = int(match["minute"] or 0) if start == match.start() else 0
            found.setdefault((hour, minute), (start, stop, text[start:stop]))
    return found


def _quantities(text: str) -> _Found:
    found: _Found = {}
    for entry in quantities(text):
        found.setdefault(entry.amount, (entry.start, entry.end, text[entry.start : entry.end]))
    return found


def _values(text: str) -> _Found:
    found: _Found = {}
    for match in _VALUE.finditer(text):
        if (value := value_of(match[0])) is not None and value >= 10:
            found.setdefault(value, (match.start(), match.end(), match[0]))
    return found
