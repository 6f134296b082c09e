"""Numbers of a request that are no values for its structured file: the 60 of `we are 60 people now`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from pandora.document.figures import normal_number, numbers
from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.locale_words import joining_words
from pandora.programs.structured.value_places import words_around

_WORDS = re.compile(r"[A-Z]?[^\W\d_A-Z]{2,}|[A-Z]{3,}(?![a-z])")
"""The words of a key, also of one such as `maxUsers`."""
_TOKEN = re.compile(r"[^\W_][\w./:@-]*[^\W_]|[^\W_]")
_LAST = re.compile(r"(?P<word>[^\W_]+|[:=])[^\w:=]*$")
_NUMBER = re.compile(r"\d(?:[\d,.'’\u00a0\u202f]*\d)?")
_BEHIND = 3
"""So many words behind a number may be about it."""
_FEWEST_LETTERS = 4
"""The fewest letters with which a word of the request begins a word of the file, or the other way round."""


def numbers_aside(request: str, before: str, after: str) -> set[str]:
    """Return the numbers of a request that are no values of a file, if another value of it has arrived there.

    A number is a value where a word or a number of the file stands with it in its part of a sentence, as in
    `2.4 -> 2.6`, or where the word or the mark before it also stands before a value that arrived: `the timeout
    to 45 and the tries to 12`. Nobody can tell of a request of which nothing has arrived, so it has none.
    """
    arrived = [*_arrived(request, before, after)]
    if not arrived:
        return set()
    leading = {_word_before(request, start) for start, _ in arrived} - {""}
    known = {word.casefold() for word in _WORDS.findall(before)}
    known = {word for word in known if not is_function_word(word)} | {*map(normal_number, numbers(before))}
    joining = joining_words(request)
    values, others = set[str](), set[str]()
    for match in _NUMBER.finditer(request):
        around = words_around(request, *match.span(), joining, _BEHIND)
        is_value = _word_before(request, match.start()) in leading or _has_one_of(known, around)
        (values if is_value else others).add(match[0])
    return others - values


def _arrived(request: str, before: str, after: str) -> Iterator[tuple[int, int]]:
    """The places of the request whose words or numbers the file has now and had not before."""
    old, new = (_tokens(text) for text in (before, after))
    for match in _TOKEN.finditer(request):
        if _as_compared(match[0]) in new - old:
            yield match.span()


def _tokens(text: str) -> set[str]:
    return {_as_compared(token) for token in _TOKEN.findall(text)}


def _as_compared(token: str) -> str:
    return normal_number(token) if token[0].isdigit() and [token] == numbers(token) else token.casefold()


def _word_before(request: str, place: int) -> str:
    match = _LAST.search(request, max(0, place - 40), place)
    return match["word"].casefold() if match else ""


def _has_one_of(known: Collection[str], words: Iterable[str]) -> bool:
    """True where one of the words is known, or the beginning of a known one, or goes on behind it."""
    said = {*words}
    long = [word for word in said if len(word) >= _FEWEST_LETTERS]
    return not said.isdisjoint(known) or any(
        one.startswith(word) or (len(one) >= _FEWEST_LETTERS and word.startswith(one))
        for word in long
        for one in known
    )
