"""Whether a text supports a claim, and which words of a source do it best: code decides, by words and figures.

A claim is supported by a text that has all its figures and most of its words. Words that the question or the
name of the source gives already count for nothing: a claim that only repeats the question needs no support and
gets none. Words are compared by their beginnings, so that `border` and `borders` are the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pandora.document.figures import numbers, unfounded_figures
from pandora.document.statement_relation import denies
from pandora.research.source_sentences import stem, stems_of
from pandora.workspace.full_text import terms

LEAST_SHARE = 0.5
"""The least share of a claim's own words that a text must have to support it."""
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Support:
    """How well a text supports a claim: the share (0 to 1) of its own words, and what it lacks altogether.

    `missing` are figures, names and denials of the claim that the text has not.
    """

    share: float
    missing: tuple[str, ...] = ()

    @property
    def enough(self) -> bool:
        """True where the text has all figures and names, and most words, of the claim."""
        return not self.missing and self.share >= LEAST_SHARE


def support(claim: str, text: str, known: str = "", first: bool = False) -> Support:
    """How well `text` supports `claim`; the words of `known` (question, title) count neither way.

    A claim without words of its own is measured by its figures, and without those by all its words. Where
    `first` is true, its first word counts as a name, too, unless it carries no meaning of its own.
    """
    words, there = _stems(claim), stems_of(text)
    own = words - stems_of(known)
    known_numbers = set(numbers(known))
    new_figures = [figure for figure in numbers(claim) if figure not in known_numbers]
    if not own and not new_figures:
        own = words
    share = len(own & there) / len(own) if own else 1.0
    missing = [figure for figure in unfounded_figures(claim, [text]) if figure not in known_numbers]
    missing += [name for name in _names(claim, first) if stem(name) not in there | stems_of(known)]
    if denies(claim) and not denies(f"{text}\n{known}"):  # what denies needs a text that denies, too
        missing.append("not")
    return Support(share, tuple(missing))


def _names(claim: str, first: bool) -> list[str]:
    """The capitalised words of a claim: what a text must have to speak of the same thing."""
    words = [match[0] for match in _WORD.finditer(claim)]
    meant = words if first and words and words[0].casefold() in terms(claim) else words[1:]
    return [word for word in meant if word[0].isupper()]


def names_all_of(title: str, question: str) -> bool:
    """True where a question has all words of a title, and one of them as a name, with a capital letter."""
    words = stems_of(title)
    named = {stem(name) for name in _names(question, first=False)}
    return bool(words & named) and words <= stems_of(question)


def shared_words(question: str, text: str) -> float:
    """The share (0 to 1) of a question's words that a text has."""
    return common_words(question, text) / max(1, len(_stems(question)))


def common_words(question: str, text: str) -> int:
    """How many of a question's words a text has."""
    return len(_stems(question) & stems_of(text))


def covered(question: str, text: str) -> float:
    """The share (0 to 1) of a question's words that a text has; 0 where it lacks a name or a figure of it.

    A text that has nearly all of them speaks of just that. The first word of a question counts as no name.
    """
    words, there = _stems(question), stems_of(text)
    unnamed = any(stem(name) not in there for name in _names(question, first=False))
    if unnamed or not words or unfounded_figures(question, [text]):
        return 0.0
    return shared_words(question, text)


def says_more(claim: str, question: str) -> bool:
    """True where a claim has a word or a figure that its question has not."""
    return bool(_stems(claim) - stems_of(question)) or bool(set(numbers(claim)) - set(numbers(question)))


def same_words(one: str, other: str) -> float:
    """The share (0 to 1) of the words of two texts that both have, by their beginnings."""
    first, second = _stems(one), _stems(other)
    return len(first & second) / max(1, len(first | second))


def strongest(claim: str, texts: Sequence[str], known: str = "") -> list[int]:
    """The places of the texts that support a claim enough, the strongest first."""
    measured = [(support(claim, text, known), place) for place, text in enumerate(texts)]
    ranked = sorted((-level.share, place) for level, place in measured if level.enough)
    return [place for _, place in ranked]


def _stems(text: str) -> set[str]:
    """The beginnings of the words that carry a meaning."""
    return {stem(word) for word in terms(text) if not word.isdigit()}
