"""The months that a request names, in eight languages, and the month of a date in a table."""

from __future__ import annotations

import functools
import re

from pandora.programs.text_language import LANGUAGES

_WORD = re.compile(r"[^\W\d_]{3,}")
_SENTENCE = re.compile(r"(?:^|[.!?:]\s+|\n)\W*$")
_DAY_BEFORE, _DAY_AFTER = (
    re.compile(r"\b\d{1,2}(?:\W{0,2}|[a-zº]{2}) (?:\w{2} )?$"),
    re.compile(r"\W{0,2} \d{1,2}(?!\d)"),
)
_YEAR_AFTER = re.compile(r"\W{1,2}(?:\d{1,2}\W{1,3})?\d{4}(?!\d)")
_ALSO_VERBS = ("may", "march", "mars", "set")
"""Words that are more than a month: they name one with a capital letter within a sentence only."""
_ISO, _DAY_FIRST = re.compile(r"\d{4}-(\d\d)-\d\d"), re.compile(r"\d{1,2}\.(\d{1,2})\.(?:\d{4}|\d\d)\b")


def months_named(request: str) -> dict[str, int]:
    """Return the words of a request that name a whole month, each with its number (1 to 12), in order.

    A month beside a day, as in `20 June`, is a part of a date and no whole month.
    """
    found = {}
    for match in _WORD.finditer(request):
        word = match[0]
        number = _months().get(word.casefold())
        if _DAY_BEFORE.search(request[: match.start()]) or _DAY_AFTER.match(request[match.end() :]):
            continue
        doubtful = word.casefold() in _ALSO_VERBS
        if number and not (doubtful and (word[0].islower() or _SENTENCE.search(request[: match.start()]))):
            found[word] = number
    return found


def day_numbers(text: str) -> set[str]:
    """Return the numbers beside a month's name, as `24` of `ab dem 24. Juni`: days or years of dates."""
    found = set()
    for match in _WORD.finditer(text):
        if match[0].casefold() in _months() and (
            match[0][0].isupper() or match[0].casefold() not in _ALSO_VERBS
        ):
            before, after = _DAY_BEFORE.search(text[: match.start()]), _DAY_AFTER.match(text[match.end() :])
            year = _YEAR_AFTER.match(text[match.end() :])
            found |= {
                number for near in (before, after, year) if near for number in re.findall(r"\d+", near[0])
            }
    return found


def month_of(cell: object) -> int | None:
    """Return the month of a cell that begins with a date (2024-06-30, 30.6.2024); None for another one."""
    match = (_ISO.match(cell) or _DAY_FIRST.match(cell)) if isinstance(cell, str) else None
    return int(match[1]) if match else None


@functools.cache
def _months() -> dict[str, int]:
    """The names of the months in lower case, alone and within a date (CLDR, by the library babel)."""
    from babel import Locale

    return {
        name.casefold(): number
        for language in LANGUAGES.values()
        for names in Locale(language).months.values()
        for number, name in names["wide"].items()
    }
