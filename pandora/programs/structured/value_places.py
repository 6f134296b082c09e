"""Where a request has a value of a file, and the words that stand with it in its part of a sentence."""

from __future__ import annotations

import re
from collections.abc import Collection

from pandora.document.figures import normal_number, numbers

_MARK = re.compile(r"[.,;:!?()\n](?=\s|$)|\n|\s[-–—]\s")
_WORD_OR_NUMBER = re.compile(r"\d(?:[\d.,]*\d)?|[^\W\d_]+")
_NEAR = 200
"""So many letters on either side of a value may be its part of a sentence."""


def places_of_value(value: object, request: str) -> list[tuple[int, int]]:
    """Where a request has a value, in order; a number in whatever notation."""
    if isinstance(value, str):
        found = re.finditer(rf"(?<!\w){re.escape(value)}(?!\w)", request, re.I) if value else ()
        return [match.span() for match in found]
    wanted = normal_number(str(value))
    written = [number for number in numbers(request) if normal_number(number) == wanted]
    return sorted(
        match.span()
        for number in written
        for match in re.finditer(rf"(?<!\d){re.escape(number)}(?!\d)", request)
    )


def words_around(request: str, start: int, end: int, ends: Collection[str], most: int = _NEAR) -> list[str]:
    """The words beside a value, as far as the next mark or one of `ends`, and to the next number.

    Of those behind it they are the first `most`. They are in small letters, and a number is as `normal_number`
    has it.
    """
    before = _WORD_OR_NUMBER.findall(_MARK.split(request[max(0, start - _NEAR) : start])[-1])
    behind = _WORD_OR_NUMBER.findall(_MARK.split(request[end : end + _NEAR])[0])[:most]
    around = []
    for words in (reversed(before), behind):
        for word in words:
            if word.casefold() in ends:
                break
            around.append(normal_number(word) if word[0].isdigit() else word.casefold())
            if word[0].isdigit():
                break
    return around
