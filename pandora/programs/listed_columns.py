"""The columns that a request lists one after the other, as `name, price and city`, in any language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pandora.programs.language.locale_words import conjunctions

_FEWEST = 3
"""The fewest columns that are a list: of two, a request may also say that one is sorted within the other."""
_BETWEEN = re.compile(r"[\s,;/|*`'\"-]+")


def listed_columns(request: str, columns: Sequence[str]) -> list[str]:
    """Return the longest list of columns' names in a request, in its order; [] where it lists fewer than three.

    Between two of them stand only marks, and a word for `and` of any of eight languages.
    """
    names = sorted((column for column in columns if column.strip()), key=len, reverse=True)
    if len(names) < _FEWEST:
        return []
    by_folded = {name.casefold(): name for name in names}
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)", re.I)
    words = conjunctions(("standard",))
    lists: list[list[str]] = []
    end = -1
    for match in pattern.finditer(request):
        if end < 0 or not _joins(request[end : match.start()], words):
            lists.append([])
        lists[-1].append(by_folded[match[0].casefold()])
        end = match.end()
    longest = max((list(dict.fromkeys(names)) for names in lists), key=len, default=[])
    return longest if len(longest) >= _FEWEST else []


def _joins(between: str, words: frozenset[str]) -> bool:
    rest = _BETWEEN.sub(" ", between).strip().casefold()
    return not rest or rest in words
