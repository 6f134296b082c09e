"""The words and signs of units in eight languages, from the Unicode CLDR by the library babel."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.locale_words import part_of_date_words
from pandora.programs.language.text_language import LANGUAGES

_SIZES: dict[str, tuple[str, float]] = {
    "duration-millisecond": ("time", 0.001),
    "duration-second": ("time", 1),
    "duration-minute": ("time", 60),
    "duration-hour": ("time", 3600),
    "mass-milligram": ("mass", 0.001),
    "mass-gram": ("mass", 1),
    "mass-kilogram": ("mass", 1000),
    "mass-tonne": ("mass", 1_000_000),
    "length-millimeter": ("length", 1),
    "length-centimeter": ("length", 10),
    "length-meter": ("length", 1000),
    "length-kilometer": ("length", 1_000_000),
    "volume-milliliter": ("volume", 1),
    "volume-centiliter": ("volume", 10),
    "volume-liter": ("volume", 1000),
    "volume-cubic-meter": ("volume", 1_000_000),
    "area-square-meter": ("area", 1),
    "energy-kilowatt-hour": ("energy", 1),
    "power-watt": ("power", 1),
    "power-kilowatt": ("power", 1000),
    "electric-volt": ("voltage", 1),
    "temperature-celsius": ("degrees", 1),
    "temperature-generic": ("degrees", 1),
    "concentr-percent": ("share", 1),
}
"""What each unit measures, and its size."""
_SPANS: dict[str, tuple[str, float]] = {
    "day": ("time", 86_400),
    "week": ("time", 604_800),
    "month": ("month", 1),
    "year": ("month", 12),
}
"""The same of what dates have, without short words such as `a` or `mon`; a month has no number of days."""
_CURRENCIES = ("EUR", "USD", "GBP", "CHF", "PLN", "SEK", "NOK", "DKK", "CZK", "JPY", "BRL")


@functools.cache
def units() -> Mapping[str, tuple[str, float]]:
    """Return what each word or sign for a unit measures and its size, such as ("time", 60) for `min`.

    They are in lower case without a dot. What may be two units, as `m` for minutes and metres, is the one with
    which `_SIZES` ends; a currency measures itself, and a word that several have in their names is none.
    """
    from babel.units import format_unit

    found = {word: measured for part, measured in _SPANS.items() for word in part_of_date_words(part)}
    for unit, measured in _SIZES.items():
        for code in LANGUAGES.values():
            for length in ("long", "short"):  # the narrow forms are letters that mean too much
                for count in (0, 1, 2, 5):
                    said = format_unit(count, unit, length, locale=code)
                    word = said.replace(str(count), "").strip().casefold().rstrip(".")
                    if word and " " not in word.replace("\u00a0", " ") and word != unit:
                        found[word] = measured
    return found | _currencies()


def _currencies() -> dict[str, tuple[str, float]]:
    from babel import Locale
    from babel.numbers import get_currency_name, get_currency_symbol

    codes: dict[str, set[str]] = {}
    for currency in _CURRENCIES:
        for code in LANGUAGES.values():
            names = {get_currency_name(currency, count, locale=code) for count in (None, 1, 2, 5)}
            names.add(get_currency_symbol(currency, Locale(code)))
            for word in (word.casefold() for name in names for word in name.split()):
                if not is_function_word(word):
                    codes.setdefault(word, set()).add(currency)
    return {word: (next(iter(own)), 1.0) for word, own in codes.items() if len(own) == 1}


@functools.cache
def hour_marks() -> frozenset[str]:
    """Return the words behind an hour of the day, such as `Uhr`, `h` and `heures`, in lower case."""
    from babel import Locale

    hours = {word for word, measured in units().items() if measured == ("time", 3600)}
    for code in LANGUAGES.values():
        pattern = str(Locale(code).datetime_skeletons["H"].pattern)
        hours |= {word.casefold() for word in pattern.split("'")[1::2] if word.strip()}
    return frozenset(word.strip() for word in hours)
