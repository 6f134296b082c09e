"""Other words of a text that a cell could have in place of its own: days, numbers, or codes of the same form.

A small model copies a value that stands near the right words. Asked of each of them whether the text says it,
it is surest of the right one, also where it wrote another.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pandora.document.figures import normal_number
from pandora.programs.extraction.table_cells import Cell
from pandora.programs.inside.written_dates import dates_in, days_of_year

MOST_RIVALS = 2
"""The most other words that a cell is compared with: those of its own form first, then the nearest."""
MOST_WORDS = 400
"""The most words of a text whose cells have rivals."""
_MOST_BESIDE = 2
"""The most words beside a day or a number in a cell: a day of the week, a unit."""
_NUMBER = re.compile(r"(?<![\w.,:/-])\d+(?:[.,'’\u00a0\u202f]\d{3})*(?:[.,]\d{1,2})?(?![\w:/]|[.,]\d|-\d)")
_CODE = re.compile(r"(?<![\w-])(?=[\w/-]*\d)(?=[\w/-]*[^\W\d]|[\w/-]*\d[/-]\d)\w[\w/-]{3,}(?![\w-])")
_LEAP_YEAR = 2024
"""A year with all days, for those of a text that are written without one."""


def rivals_of(cell: Cell, text: str) -> tuple[str, ...]:
    """The words of a text that a cell could have in place of its own; () where it is of no such kind."""
    if not cell.line or len(text.split()) > MOST_WORDS:
        return ()
    line = sum(len(line) + 1 for line in text.split("\n")[: cell.line - 1])
    start = max(line, text.find(cell.words, line))
    days = _days(text)
    plain = "".join(_blanked(text, days))
    codes = {match.start(): match[0] for match in _CODE.finditer(plain)}
    amounts = {match.start(): match[0] for match in _NUMBER.finditer(plain)}
    for words in (days, codes, amounts):
        within = [
            at for at in words if start <= at < start + len(cell.words) and _is_all(words[at], cell.words)
        ]
        if within:
            return _others(words, within[0], of_form_alone=words is codes)
    return ()


def _others(words: Mapping[int, str], own: int, of_form_alone: bool) -> tuple[str, ...]:
    """The other words of a kind, each once."""
    form, value = _form_of(words[own]), _value_of(words[own])
    ranks: dict[str, tuple[bool, int]] = {}
    for at, other in words.items():
        rank = (_form_of(other) != form, abs(at - own))
        if _value_of(other) != value and not (of_form_alone and rank[0]):
            ranks[other] = min(rank, ranks.get(other, rank))
    return tuple(sorted(ranks, key=lambda other: ranks[other])[:MOST_RIVALS])


def _value_of(words: str) -> object:
    """The day that is written, without a year that may be left out; else the number, or the words."""
    day = next((found.day for found in [*dates_in(words), *days_of_year(words, _LEAP_YEAR)] if found.day), None)
    return (day.month, day.day) if day else normal_number(words.casefold())


def _days(text: str) -> dict[int, str]:
    """The days of a text as they are written, by the places where they begin."""
    found = [*dates_in(text), *days_of_year(text, _LEAP_YEAR)]
    return {day.start: text[day.start : day.end].rstrip(".") for day in found}


def _blanked(text: str, words: Mapping[int, str]) -> list[str]:
    letters = list(text)
    for at, own in words.items():
        letters[at : at + len(own)] = " " * len(own)
    return letters


def _is_all(words: str, cell: str) -> bool:
    """True where a cell has these words and hardly any beside them."""
    rest = cell.replace(words, " ", 1)
    return words in cell and len(rest.split()) <= _MOST_BESIDE and not any(map(str.isdigit, rest))


def _form_of(words: str) -> str:
    """What is left of a number without its size, of a code its letters and figures one by one."""
    if _NUMBER.fullmatch(words):
        return re.sub(r"\d+", "9", words[-3:]) if re.search(r"[.,]\d\d$", words) else "9"
    return re.sub(r"[^\W\d_]", "a", re.sub(r"\d", "9", words))
