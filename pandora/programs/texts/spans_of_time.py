"""How long something lasts, as texts say it: days and weeks, months and years."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pandora.programs.language.locale_words import part_of_date_words
from pandora.programs.language.number_words import with_digits

_SIZES = {"day": ("day", 1), "week": ("day", 7), "month": ("month", 1), "year": ("month", 12)}
"""What each unit is in days or in months."""
_NUMBERED = re.compile(r"(?<![\d.,:/-])(\d{1,3})[ \u00a0-](?:[^\W\d_]+[ -])?([^\W\d_]{3,})")
"""A number, a word perhaps (`3 full weeks`), and the word of a unit."""


def strange_spans(answer: str, texts: Sequence[str]) -> list[str]:
    """The spans of time of an answer that none of the texts has, in whatever unit; [] where these have none.

    Two weeks are fourteen days, and a year is twelve months; twelve years are not twelve months.
    """
    known = {span for text in texts for way in (text, with_digits(text)) for span, _ in _spans(way)}
    strange = [said for span, said in _spans(with_digits(answer)) if known and span not in known]
    return list(dict.fromkeys(strange))


def _spans(text: str) -> Iterator[tuple[tuple[str, int], str]]:
    for match in _NUMBERED.finditer(" ".join(text.split())):
        for word in re.findall(r"[^\W\d_]{3,}", match[0]):
            unit = next((unit for unit in _SIZES if word.casefold() in part_of_date_words(unit)), "")
            if unit:
                base, size = _SIZES[unit]
                yield (base, int(match[1]) * size), match[0]
                break
