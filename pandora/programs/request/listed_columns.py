"""The columns that a request lists one after the other, as `name, price and city`, in any language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pandora.programs.language.locale_words import conjunctions

_FEWEST = 3
"""The fewest columns that are a list: of two, a request may also say that one is sorted within the other.

Two with only a mark between them, as `name;price`, are the head of a table.
"""
_HEAD = re.compile(r"[;|,\t]")
_BETWEEN = re.compile(r"[\s,;/|*`'\"-]+")


def listed_columns(request: str, columns: Sequence[str]) -> list[str]:
    """Return the longest list of columns' names in a request, in its order; [] where it lists fewer than three.

    Between two of them stand only marks, and a word for `and` of any of eight languages.
    """
    names = sorted((column for column in columns if column.strip()), key=len, reverse=True)
    if len(names) < 2:
        return []
    by_folded = {name.casefold(): name for name in names}
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)", re.I)
    words = conjunctions(("standard",))
    lists: list[list[str]] = []
    heads: dict[int, str] = {}
    end = -1
    for match in pattern.finditer(request):
        between, place = request[end : match.start()], len(lists) - 1
        if end < 0 or not _joins(between, words) or between != heads.get(place, between):
            lists.append([])
        elif _HEAD.fullmatch(between) and len(lists[-1]) == 1:
            heads[place] = between
        lists[-1].append(by_folded[match[0].casefold()])
        end = match.end()
    different = [list(dict.fromkeys(names)) for names in lists]
    whole = [own for at, own in enumerate(different) if len(own) >= (2 if at in heads else _FEWEST)]
    return max(whole, key=len, default=[])


def _joins(between: str, words: frozenset[str]) -> bool:
    rest = _BETWEEN.sub(" ", between).strip().casefold()
    return not rest or rest in words
