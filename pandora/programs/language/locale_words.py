"""Words of eight languages that code goes by, from the Unicode CLDR by the library babel."""

from __future__ import annotations

import functools
from datetime import timedelta
from typing import Literal

from pandora.programs.language.text_language import LANGUAGES, possible_languages

WHOLE, SHORT = ("wide",), ("wide", "abbreviated")
"""The widths of a month's name, and of a day's: `February`, and `Feb` too."""


@functools.cache
def month_numbers(widths: tuple[str, ...] = WHOLE) -> dict[str, int]:
    """Return the number (1 to 12) of each month's name, in lower case without a dot, also as dates have it."""
    from babel import Locale

    return {
        name.casefold().rstrip("."): number
        for language in LANGUAGES.values()
        for names in Locale(language).months.values()
        for width in widths
        for number, name in names[width].items()
        if not name.isdigit()
    }


@functools.cache
def words_for_per() -> frozenset[str]:
    """Return the words of the eight languages that stand between two units, as in `litres per metre`."""
    from babel.units import format_compound_unit

    codes = LANGUAGES.values()
    written = (format_compound_unit(2, "liter", denominator_unit="meter", locale=code) for code in codes)
    return frozenset(text.split()[-2].casefold() for text in written if text)


@functools.cache
def calendar_words() -> frozenset[str]:
    """Return the names of the months and of the days of the week, in lower case."""
    from babel import Locale

    weeks = [names["wide"] for code in LANGUAGES.values() for names in Locale(code).days.values()]
    return frozenset(month_numbers()) | {name.casefold() for names in weeks for name in names.values()}


@functools.cache
def weekday_numbers(widths: tuple[str, ...] = WHOLE) -> dict[str, frozenset[int]]:
    """Return the numbers (0 for Monday) that each name of a day of the week may have, in lower case.

    A short name may be that of several days: `mar` is Tuesday in French, and `do` Thursday or Sunday.
    """
    from babel import Locale

    found: dict[str, set[int]] = {}
    for language in LANGUAGES.values():
        for names in Locale(language).days.values():
            for number, name in ((number, name) for width in widths for number, name in names[width].items()):
                found.setdefault(name.casefold().rstrip("."), set()).add(number)
    return {name: frozenset(numbers) for name, numbers in found.items()}


_DAYS: dict[str, tuple[Literal["day", "week", "month", "year"], int]] = {
    "day": ("day", 1),
    "week": ("week", 7),
    "month": ("month", 30),
    "year": ("year", 365),
}
"""The unit of a part of a date, and the days of one, by which its words are asked for."""


@functools.cache
def part_of_date_words(part: str) -> frozenset[str]:
    """Return the words of three letters and more for a part of a date (`year`, `month`), in lower case.

    The library has no unit of this kind for some languages (`giorno`), and gives its key then; it has all spans
    of time.
    """
    from babel.dates import format_timedelta
    from babel.units import format_unit

    counts = (0, 1, 2, 5)  # a language may have a form for each
    written = [format_unit(n, f"duration-{part}", locale=code) for code in LANGUAGES.values() for n in counts]
    unit, days = _DAYS.get(part, ("day", 0))
    for span in (timedelta(days=n * days) for n in counts[1:] if days):
        written += [format_timedelta(span, unit, threshold=99, locale=code) for code in LANGUAGES.values()]
    return frozenset(
        word.casefold() for text in written for word in text.split() if word.isalpha() and len(word) > 2
    )


@functools.cache
def per_words() -> frozenset[str]:
    """Return the words before what something is counted for, such as `per` in `kilograms per month`."""
    from babel.units import format_compound_unit, format_unit

    words = set()
    for code in LANGUAGES.values():
        measure = format_unit(1, "mass-kilogram", locale=code)
        whole = format_compound_unit(1, "mass-kilogram", denominator_unit="month", locale=code) or ""
        words.add(whole.removeprefix(measure).split()[0].casefold())
    return frozenset(words)


@functools.cache
def _currencies() -> dict[str, str]:
    """The code of each of the commonest currencies by its names in eight languages, in lower case."""
    from babel.numbers import get_currency_name

    names: dict[str, str] = {}
    for code in ("EUR", "USD", "GBP", "CHF", "PLN", "SEK", "NOK", "DKK", "CZK", "JPY", "BRL"):
        for language in LANGUAGES.values():
            for count in (None, 1, 2, 5):
                name = get_currency_name(code, count, locale=language).casefold()
                names.setdefault(name, code)
    return names


def currency_of(word: str) -> str:
    """Return the code of the currency that a word is the name of, such as `EUR` of `euros`; "" for none."""
    return _currencies().get(word.casefold(), "")


def is_currency_code(word: str) -> bool:
    """True for the code of a currency as ISO 4217 has it, such as `EUR`."""
    from babel.numbers import is_currency

    return is_currency(word)


@functools.cache
def conjunctions(
    kinds: tuple[str, ...] = ("standard", "or"), languages: tuple[str, ...] = tuple(LANGUAGES.values())
) -> frozenset[str]:
    """Return the words that join two items of a list in some languages, as `and` does (`standard`) or `or`."""
    from babel import Locale

    lists = [Locale(language).list_patterns for language in languages]
    pairs = (patterns[kind].get("2") or "" for patterns in lists for kind in kinds if kind in patterns)
    return frozenset(pair.format("", "").strip() for pair in pairs)


def joining_words(text: str) -> frozenset[str]:
    """Return the words for `and` of the languages that a text may be in: `en` is one in Dutch alone."""
    return conjunctions(("standard",), possible_languages(text) or tuple(LANGUAGES.values())) - {""}


@functools.cache
def or_word(language: str) -> str:
    """Return the word that joins two alternatives in a language (ISO 639-1), as `or` does; "" for none."""
    from babel import Locale

    pattern: str = Locale(language).list_patterns.get("or", {}).get("2") or ""
    return pattern.format("", "").strip()
