"""Forms of one word, told by their stems: `brake` and `Brakes`, `Rechnung` and `Rechnungen`."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from pandora.programs.inside.text_folding import folded
from pandora.programs.language.text_language import name_of

_SHORTEST, _LONGEST_END = 4, 2
"""The fewest letters of a stem that tells by itself, and the most letters of an ending behind a short one."""


def are_forms(word: str, other: str, languages: Sequence[str]) -> bool:
    """Return True if two words differ only in an ending, in one of the languages (ISO 639-1 codes).

    Source: the stemmers of Snowball (Porter 2001), by the library snowballstemmer.
    """
    one, two = sorted((folded(word), folded(other)), key=len)
    if one == two:
        return True
    if len(one) < _SHORTEST or one[:2] != two[:2]:
        return False
    goes_on = two.startswith(one) and len(two) - len(one) <= _LONGEST_END
    for language in languages:
        stem = _stem(one, language)
        if stem == _stem(two, language) and (len(stem) >= _SHORTEST or goes_on):
            return True
    return False


def may_be_forms(word: str, other: str) -> bool:
    """Return True if two words begin alike, so that it is worth asking for their language."""
    return folded(word)[:2] == folded(other)[:2]


@functools.lru_cache(maxsize=20_000)
def _stem(word: str, language: str) -> str:
    stem: str = _stemmer(language).stemWord(word)
    return stem


@functools.cache
def _stemmer(language: str) -> Any:
    from snowballstemmer import stemmer

    return stemmer(name_of(language).lower())
