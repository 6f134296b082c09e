"""What the name of a unit measures, from the Unicode CLDR by the library babel: `celsius` a temperature."""

from __future__ import annotations

import functools
import re

_KINDS = {
    "weight": "mass",
    "distance": "length",
    "height": "length",
    "width": "length",
    "depth": "length",
    "size": "area",
    "capacity": "volume",
    "time": "duration",
}
"""Everyday words for what a unit measures, and the CLDR's own."""
_WORD = re.compile(r"[^\W\d_]+")


def is_unit_of(measure: str, column: str) -> bool:
    """True where a column is named by a unit of a measure, both in English: `weight_kg` for weight."""
    wanted = {_KINDS.get(word, word) for word in _WORD.findall(measure.casefold())}
    return any(wanted & _unit_kinds().get(word, frozenset()) for word in _WORD.findall(column.casefold()))


@functools.cache
def _unit_kinds() -> dict[str, frozenset[str]]:
    """The kinds of quantity that a unit of one word is of, by its name or its sign in lower case."""
    from babel import Locale
    from babel.units import format_unit

    kinds: dict[str, set[str]] = {}
    for unit in map(str, Locale("en").unit_display_names):
        kind, _, name = unit.partition("-")
        if "-" in name:
            continue
        written = (format_unit(2, unit, length, locale="en") for length in ("long", "short"))
        for text in (name, *written):
            for word in _WORD.findall(text.casefold()):
                kinds.setdefault(word, set()).add(kind)
    return {word: frozenset(names) for word, names in kinds.items()}
