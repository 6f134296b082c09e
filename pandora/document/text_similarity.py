"""How alike two texts are, measured by the words that carry meaning."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]{2,}")
_STOP_WORDS = (
    "the and for are was were been being that this these those with from into onto about what which "
    "when where who whom whose why how does did has have had can could would should may might will "
    "shall not its their there then than them they you your our his her him she but also only such "
    "any all more most some other between under over very much many question answer is it in of on "
    "to be do an at by or as if no so up we he"
)
_STOP = frozenset(_STOP_WORDS.split())
SAME_QUESTION = 0.75
"""The least likeness of two questions that ask the same."""


def words(text: str) -> frozenset[str]:
    """The words of `text` that carry meaning, in lower case and roughly stemmed."""
    lowered = (word.lower() for word in _WORD.findall(text))
    return frozenset(
        re.sub(r"(?:ies|es|s|ed|ing)$", "", word) if len(word) > 4 else word
        for word in lowered
        if word not in _STOP
    )


def likeness(one: str, other: str) -> float:
    """How alike two texts are, from 0 to 1: the number of common words divided by that of all words."""
    first, second = words(one), words(other)
    return len(first & second) / len(first | second) if first | second else 1.0
