"""Answers that put two numbers of a text the wrong way round: front 7 mm, rear 3 mm."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pandora.document.figures import normal_number
from pandora.programs.language.function_words import is_function_word
from pandora.programs.texts.sentences import SENTENCE

LONGER = 3
"""The fewest letters of a word that tells what a number is of."""
_WORD = re.compile(r"\w+(?:[.,:]\d+)*")
_Beside = dict[str, frozenset[str]]


def swapped_values(answer: str, texts: Iterable[str]) -> list[str]:
    """Return two numbers beside each of which an answer has the words that a text has beside the other; or [].

    The words are those from one number to the next, before the numbers of both or behind them. Each
    number has words of the other and none of its own, so an answer that only leaves words out swaps nothing.
    """
    told = [ways for text in texts for ways in _sentences(text)]
    for own in _sentences(answer):
        for theirs in told:
            for said, known in zip(own, theirs, strict=True):
                values = [value for value in said if value in known]
                for place, one in enumerate(values):
                    for other in values[:place]:
                        of_one, of_other = known[one] - known[other], known[other] - known[one]
                        if _has_of(said[one], of_other, of_one) and _has_of(said[other], of_one, of_other):
                            return [other, one]
    return []


def _has_of(said: frozenset[str], wrong: frozenset[str], right: frozenset[str]) -> bool:
    return not said.isdisjoint(wrong) and said.isdisjoint(right)


def _sentences(text: str) -> Iterator[tuple[_Beside, _Beside]]:
    """For each sentence the words before each number, back to the one before it, and those behind each."""
    for sentence in filter(str.strip, SENTENCE.split(re.sub(r"\n(?=[^\W\d_])", " ", text))):
        tokens = [word.casefold() for word in _WORD.findall(sentence)]
        places = [place for place, word in enumerate(tokens) if word[0].isdigit()]
        values = [normal_number(tokens[place]) for place in places]
        if len(set(values)) != len(values) or len(values) < 2:
            continue
        starts, ends = [0, *[place + 1 for place in places[:-1]]], [*places[1:], len(tokens)]
        before = [tokens[start:place] for start, place in zip(starts, places, strict=True)]
        behind = [tokens[place + 1 : end] for place, end in zip(places, ends, strict=True)]
        yield _beside(values, before), _beside(values, behind)


def _beside(values: Iterable[str], words: Iterable[list[str]]) -> _Beside:
    return {
        value: frozenset(word for word in own if len(word) >= LONGER and not is_function_word(word))
        for value, own in zip(values, words, strict=True)
    }
