"""Answers and summaries that say of one person what a text says of another one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pandora.programs.language.locale_words import calendar_words
from pandora.programs.language.text_language import language_of
from pandora.programs.texts.passages import Passage, names_of
from pandora.programs.texts.sentences import TOKEN, row, words

FEWEST_SHARED = 5
"""The fewest longer words and numbers by which a sentence says what a sentence of a text says."""
LONGER = 4
"""The fewest letters of such a word."""
_END = re.compile(r"(?<=[^\W\d_]{3})[.!?;]\s+|(?<=[\d)”\"'])[.!?;]\s+|\n")
"""What ends a sentence; the dot of a short word, as in `Dr. Low`, ends none."""
_WRAPPED = re.compile(r"\n(?=[ \t]*[^\s\-*•#\d])")
"""A line break within a paragraph whose next line is no item of a list."""


def exchanged_name(said: str, sources: Sequence[Passage]) -> tuple[str, str, str] | None:
    """Return a name for which a text has another one, that one, and the text's sentence; None for no name.

    A sentence that says what one sentence of the sources says has none of its names, but others of theirs.
    A name that stands beside another one somewhere is of the same person. German writes all nouns with a
    capital.
    """
    texts = [source.text for source in sources]
    if language_of("\n".join(texts)) == "de":
        return None
    names = {name for name in names_of(texts) if len(name) > 1 and name.casefold() not in calendar_words()}
    rows = [row(text) for text in texts]
    theirs = [(sentence, _told(sentence, names), _names(sentence, names)) for sentence in _sentences(texts)]
    for sentence in filter(str.strip, _END.split(said)):
        own, told = _names(sentence, names), _told(sentence, names)
        shared = [len(told & others) for _, others, _ in theirs]
        best = max(shared, default=0)
        if not own or best < FEWEST_SHARED or shared.count(best) > 1:
            continue
        source, _, others = theirs[shared.index(best)]
        if not others or own & others or _side_by_side(own, others, rows):
            continue
        if any(own & named and (told & about) - _told(source, names) for _, about, named in theirs):
            continue  # it also says what another sentence says of its own names
        return sorted(own)[0], sorted(others)[0], source
    return None


def _sentences(texts: Sequence[str]) -> Iterator[str]:
    for text in texts:
        for sentence in _END.split(_WRAPPED.sub(" ", text)):
            if sentence.strip():
                yield " ".join(sentence.split())


def _names(sentence: str, names: set[str]) -> set[str]:
    return {word for word in TOKEN.findall(sentence) if word in names}


def _told(sentence: str, names: set[str]) -> set[str]:
    """The longer words and the numbers of a sentence, without names."""
    small = {name.casefold() for name in names}
    return {
        word for word in words(sentence) if (len(word) >= LONGER or word[0].isdigit()) and word not in small
    }


def _side_by_side(own: set[str], others: set[str], rows: Sequence[str]) -> bool:
    pairs = [(one.casefold(), other.casefold()) for one in own for other in others]
    return any(f" {one} {other} " in row or f" {other} {one} " in row for one, other in pairs for row in rows)
