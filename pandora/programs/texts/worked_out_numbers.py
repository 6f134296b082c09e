"""Numbers of an answer that are worked out from others, which it shows or which its sources bring together."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from pandora.document.figures import normal_number, numbers
from pandora.programs.language.number_words import with_digits
from pandora.programs.texts.sentences import words

MOST_TIMES = 12
"""The largest factor that a text gives in words, such as three times or a dozen."""
LEAST_CENT, LEAST_WORKED_OUT = 0.005, 100
FEWEST_LINKS, LEAST_LINKED = 2, 10
MOST_COMPARED = 100_000
"""The most pairs of sentences that are compared for one number."""
_LEAST_FACTOR = 0.01
"""Smaller numbers are no factors: too many others give a number with them."""
_LINKING = 4
"""The fewest letters of a word that links two sentences."""
_END = re.compile(r"[.!?:;]\s+")
MOST_PAIRED = 12
"""Of more numbers than so many, two give almost any other by chance."""


def worked_out(number: str, known: Sequence[str]) -> bool:
    """True where a number is a small multiple or part of a known one, or two known ones give it by + - * or /.

    A small whole number is never taken for one, since too many pairs give it by chance. Of more numbers than
    MOST_PAIRED no pairs are looked at.
    """
    value, values = _value(number), [_value(other) for other in known]
    if value < LEAST_WORKED_OUT and value == int(value):
        return False
    ways = [way for one in values for times in range(2, MOST_TIMES + 1) for way in (times * one, one / times)]
    for place, one in enumerate(values if len(values) <= MOST_PAIRED else ()):
        for other in values[:place]:
            ways += [one + other, abs(one - other), one * other]
            ways += [above / below for above, below in ((one, other), (other, one)) if below]
    return any(abs(value - way) < LEAST_CENT for way in ways)


class LinkedNumbers:
    """The numbers of texts, each with the words that link its sentences to others. The texts are read once."""

    def __init__(self, texts: Iterable[str]) -> None:
        sentences = dict.fromkeys(sentence for text in texts for sentence in _sentences(text))
        self.links: dict[str, list[frozenset[str]]] = {}
        for values, linking in sentences:
            for number in values:
                self.links.setdefault(number, []).append(linking)
        self._sorted = sorted((value, number) for number in self.links if (value := _value(number)) >= 0)

    def between(self, least: float, most: float) -> Iterator[str]:
        """The numbers from `least` to `most`, both included."""
        place = bisect_left(self._sorted, (least, ""))
        while place < len(self._sorted) and self._sorted[place][0] <= most:
            yield self._sorted[place][1]
            place += 1


def worked_out_of_sentences(number: str, rests: Iterable[LinkedNumbers], sources: LinkedNumbers) -> str:
    """Return how a number is worked out from texts that an answer rests on, such as `3 × 640`, or "".

    The two numbers stand in sentences that have FEWEST_LINKS words in common: `a deposit of three times the
    basic rent` and `the basic rent is 640`. Chance gives small numbers, so those below LEAST_LINKED are none.
    Of more than MOST_COMPARED pairs of sentences the rest is not looked at.
    """
    value, compared = _value(number), 0
    if not value >= LEAST_LINKED:
        return ""
    for one, links in (entry for linked in rests for entry in linked.links.items()):
        for other in _partners(value, _value(one), sources):
            how = _way(value, one, other)
            for linking, their_linking in product(links, sources.links[other]) if how else ():
                if _are_linked(linking, their_linking):
                    return how
                compared += 1
                if compared >= MOST_COMPARED:
                    return ""
    return ""


def _partners(value: float, one: float, sources: LinkedNumbers) -> Iterator[str]:
    """The numbers that may give a value together with another number, by × + or −; some of them twice."""
    if not one >= 0:  # a date or the like
        return
    for way in (value - one, value + one, one - value):
        yield from sources.between(way - LEAST_CENT, way + LEAST_CENT)
    if one >= _LEAST_FACTOR:
        yield from sources.between((value - LEAST_CENT) / one, (value + LEAST_CENT) / one)


def _are_linked(linking: frozenset[str], other: frozenset[str]) -> bool:
    """True where two sentences have enough words in common."""
    return len(linking & other) >= FEWEST_LINKS


def _sentences(text: str) -> Iterator[tuple[tuple[str, ...], frozenset[str]]]:
    """The numbers of each sentence of a text, as digits, and its words that may link it to another."""
    for sentence in _END.split(with_digits(text)):
        values = tuple(dict.fromkeys(normal_number(number) for number in numbers(sentence)))
        if values:
            longer = (word for word in words(sentence) if len(word) >= _LINKING and word.isalpha())
            yield values, frozenset(longer)


def _way(value: float, one: str, other: str) -> str:
    first, second = _value(one), _value(other)
    ways = {
        f"{one} × {other}": first * second,
        f"{one} + {other}": first + second,
        f"{one} − {other}": first - second,
        f"{other} − {one}": second - first,
    }
    if one == other:  # a number and itself make nothing that a text says
        return ""
    return next((way for way, gives in ways.items() if abs(gives - value) < LEAST_CENT), "")


def _value(number: str) -> float:
    try:
        return float(normal_number(number))
    except ValueError:  # a date or the like
        return float("nan")
