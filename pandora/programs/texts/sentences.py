"""The words and sentences of a text."""

from __future__ import annotations

import re

from pandora.programs.inside.month_table import MONTHS

TOKEN = re.compile(r"\w+(?:[.,:]\d+)*|%")
LONGER = 4
"""The fewest letters of a longer word."""
_MONTHS = "|".join(sorted(map(re.escape, MONTHS), key=len, reverse=True))
SENTENCE = re.compile(rf"(?<!\d)\.\s+|(?<=\d{{3}})\.\s+|(?<=\d)\.\s+(?!(?i:{_MONTHS})\b)|[!?:;]\s+|\n")
"""What parts the sentences of a text; the dot of `30. September` parts none."""
DOT_OF_DAY = re.compile(rf"(?<=\d)\.(?=\s+(?i:{_MONTHS})\b)")
"""The dot of `30. September`."""
_ABBREVIATED = re.compile(r"\b([A-Z][a-z]{0,2})\.(?= [A-Z])")
"""A short word with a capital and a dot before another capital, as in `Mr. Low`: it ends no sentence."""


def words(text: str) -> list[str]:
    """The words and numbers of a text in order, in lower case."""
    return [word.casefold() for word in TOKEN.findall(text)]


def longer_words(text: str) -> set[str]:
    """The words of so many letters, in lower case: by them, a text is about the same as another."""
    return {word for word in words(text) if len(word) >= LONGER and word.isalpha()}


def row(text: str) -> str:
    """The words of a text in lower case, each between two blanks."""
    return f" {' '.join(words(text))} "


def capitals_within(text: str) -> list[str]:
    """The words with a capital that do not begin a sentence, in order."""
    words = []
    for sentence in SENTENCE.split(_ABBREVIATED.sub(r"\1", text)):
        words += [word for word in TOKEN.findall(sentence)[1:] if word[0].isupper() and len(word) > 1]
    return words
