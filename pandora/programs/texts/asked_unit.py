"""The currency in which a request asks for an amount, and answers that give a share in its place."""

from __future__ import annotations

import functools
import re

from pandora.programs.language.text_language import LANGUAGES

_IN = r"\b(?:in|en|em|w)"
"""The preposition before a unit, in eight languages."""
_SHARE = re.compile(r"(?<![\d.,])\d[\d.,]*\s?(?:%|‰)")
_CURRENCIES = ("EUR", "USD", "GBP", "CHF", "PLN", "CZK", "SEK", "NOK", "DKK", "HUF", "CAD", "AUD", "MXN", "BRL")


def share_for_amount(said: str, question: str) -> str:
    """Return the share that is said where a question asks for an amount in a currency; "" where none is.

    An answer that also gives an amount, with the sign or a name of a currency, may show how it is worked out.
    """
    asked = re.search(rf"{_IN} (?:{_names()})(?!\w)", question, re.I)
    share = _SHARE.search(said)
    if not asked or not share:
        return ""
    amount = re.search(rf"\d\s?(?:{_names()})(?!\w)|(?:{_names()})\s?\d", said, re.I)
    return "" if amount else share[0]


@functools.cache
def _names() -> str:
    """The names, signs and codes of currencies, as the alternatives of an expression."""
    from babel import Locale
    from babel.numbers import get_currency_name, get_currency_symbol

    names = set(_CURRENCIES)
    for language in LANGUAGES.values():
        for code in _CURRENCIES:
            locale = Locale(language)
            names |= {get_currency_name(code, count, locale) for count in (None, 1, 2, 5)}
            names.add(get_currency_symbol(code, locale))
    return "|".join(sorted(map(re.escape, names), key=len, reverse=True))
