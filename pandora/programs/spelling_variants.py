"""Values of a column that differ in case, accents or blanks alone: one value, written in several ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pandora.programs.inside.text_folding import folded

MOST_VALUES = 12
"""The most different values of a column of categories; of names, two that look alike may be two."""
_LONGEST = 24


def spelling_variants(cells: Iterable[object]) -> dict[str, list[str]]:
    """All spellings of each value that a column of categories writes in several ways, by the most frequent one.

    {} for a column of other values, and of values of which none stands twice.
    """
    counts = Counter(cell for cell in cells if isinstance(cell, str) and cell.strip())
    by_value: dict[str, list[str]] = {}
    for cell in counts:
        by_value.setdefault(folded(cell), []).append(cell)
    categories = len(by_value) <= MOST_VALUES and 2 * len(by_value) <= sum(counts.values())
    if not categories or any(len(cell) > _LONGEST for cell in counts):
        return {}
    several = [spellings for spellings in by_value.values() if len(spellings) > 1]
    return {max(spellings, key=lambda cell: counts[cell]): spellings for spellings in several}
