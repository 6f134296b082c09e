"""Whether two summaries say the same: they are never word for word alike, nor do they choose the same facts."""

from __future__ import annotations

import re

from pandora.programs.texts.request_clauses import word_beginnings

LEAST_SHARED, FEWEST_WORDS = 0.5, 6
"""The share of the words of the shorter one that the longer one has, too, and the fewest of these words."""
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")


def summaries_agree(one: str, other: str) -> bool:
    """True where two summaries share half of the shorter one's words, and one has all numbers of the other.

    What each says is held to the passages of its text by itself; two that tell another number of something have
    one each that the other lacks.
    """
    words, others = word_beginnings(one), word_beginnings(other)
    fewest = min(len(words), len(others))
    numbers, other_numbers = set(_NUMBER.findall(one)), set(_NUMBER.findall(other))
    nested = numbers <= other_numbers or other_numbers <= numbers
    return nested and fewest >= FEWEST_WORDS and len(words & others) >= LEAST_SHARED * fewest
