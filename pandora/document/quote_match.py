"""Where a quote stands in a text: as a contiguous run of tokens, since a likeness lets altered numbers pass.

A likeness of letters gave "5%" for "6%" 96.8 of 100, and an inserted "not" 88.6. So a quote stands in a text
only where its tokens do, one after the other. White space, case and punctuation do not count. What changes a
meaning is part of a token or a token of its own: the digits and separators of a number, its sign, its percent,
a currency, a comparison, the dash of a range.
"""

from __future__ import annotations

import difflib
import functools
import re
import unicodedata
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

_LETTERS = r"(?:[^\W_]|[\u0300-\u036f])"
_SINGLE = r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
"""Letters of scripts that put no blanks between words: each is a token."""
_TOKEN = re.compile(
    rf"(?P<single>{_SINGLE})"
    r"|(?P<range>(?<=\d)\s?[-‐‑–—−]\s?(?=\d))"
    rf"|(?P<number>[-–−]?\d+(?:[.,'’·:]\d+)*(?:\s?[%‰]|{_LETTERS}+)?)"
    rf"|(?P<word>{_LETTERS}+(?:[-‐‑\u00ad](?:[ \t]*\n[ \t]*)?{_LETTERS}+)*)"
    r"|(?P<symbol>[$€£¥₹°=≠]|[+±~≈<>≤≥](?=\s?[$€£¥₹]?\d))"
)
_HYPHENS = re.compile(r"[-‐‑\u00ad\s]+")
_DASHES = str.maketrans(dict.fromkeys("‐‑–—−", "-") | {"’": "'"})
_BETWEEN = "\x1f"
"""Stands between two tokens where they are searched as one text: no token has it."""


@dataclass(frozen=True, eq=False)
class Tokens:
    """The tokens of a text: `row` has them in one spelling, each between two marks; then where each stands."""

    row: str
    starts: array[int]
    ends: array[int]

    @property
    def words(self) -> list[str]:
        """The tokens in order."""
        return self.row.split(_BETWEEN)[1:-1]


@functools.lru_cache(maxsize=16)
def tokens(text: str) -> Tokens:
    """The tokens of a text. A word that is hyphenated, also at a line's end, is one without hyphens."""
    words, starts, ends = [""], array("L"), array("L")
    for match in _TOKEN.finditer(text):
        word = match[0]
        if word.isascii() and word.isalnum():
            words.append(word.lower())
        else:
            words.append(_in_one_spelling(word, match.lastgroup))
        starts.append(match.start())
        ends.append(match.end())
    return Tokens(_BETWEEN.join([*words, ""]), starts, ends)


def _in_one_spelling(word: str, kind: str | None) -> str:
    """A token as it is compared; digits above the line stay apart from those on it."""
    if kind == "range":
        return "-"
    if kind == "number":
        word = "".join(word.split()).translate(_DASHES)
    elif kind == "word":
        word = _HYPHENS.sub("", word)
    odd = not word.isascii() and any(unicodedata.category(letter) == "No" for letter in word)
    return unicodedata.normalize("NFC" if odd else "NFKC", word).casefold()


def places_of(quote: str, text: str) -> list[tuple[int, int]]:
    """Where the whole quote stands in the text, as offsets of its first and behind its last character.

    A quote without a token stands nowhere.
    """
    wanted, known = tokens(quote), tokens(text)
    count = len(wanted.starts)
    if not count:
        return []
    places, at, first, counted = list[tuple[int, int]](), known.row.find(wanted.row), 0, 0
    while at >= 0:
        first += known.row.count(_BETWEEN, counted, at)
        counted = at
        places.append((known.starts[first], known.ends[first + count - 1]))
        at = known.row.find(wanted.row, at + 1)
    return places


def longest_run(words: Sequence[str], text: str) -> tuple[int, int, int]:
    """The longest contiguous run of `words` in the text: how many they are, and their first and last offset.

    (0, 0, 0) where the text has none of them. `words` are those of `tokens`.
    """
    known = tokens(text)
    match = difflib.SequenceMatcher(None, words, known.words, autojunk=False).find_longest_match()
    if not match.size:
        return 0, 0, 0
    return match.size, known.starts[match.b], known.ends[match.b + match.size - 1]
