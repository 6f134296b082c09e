"""Whether two summaries say the same: they are never word for word alike, nor do they choose the same facts."""

from __future__ import annotations

from pandora.programs.texts.passages import answer_facts
from pandora.programs.texts.request_clauses import word_beginnings

LEAST_SHARED, FEWEST_WORDS = 0.5, 6
"""The share of the words of the shorter one that the longer one has, too, and the fewest of these words."""


def summaries_agree(one: str, other: str, request: str) -> bool:
    """True where two summaries share half of the shorter one's words, and one has all facts of the other.

    Facts are figures and names. What each says is held to the passages of its text by itself; of two that tell
    another figure or name of something, each has one that the other lacks.
    """
    words, others = word_beginnings(one), word_beginnings(other)
    fewest = min(len(words), len(others))
    facts, other_facts = answer_facts(one, request), answer_facts(other, request)
    nested = facts <= other_facts or other_facts <= facts
    return nested and fewest >= FEWEST_WORDS and len(words & others) >= LEAST_SHARED * fewest
