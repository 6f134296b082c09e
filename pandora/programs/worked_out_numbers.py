"""Numbers of an answer that are worked out from others, which it shows or which its sources bring together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pandora.document.figures import normal_number, numbers
from pandora.programs.number_words import with_digits
from pandora.programs.sentences import words

MOST_TIMES = 12
"""The largest factor that a text gives in words, such as three times or a dozen."""
LEAST_CENT, LEAST_WORKED_OUT = 0.005, 100
FEWEST_LINKS, LEAST_LINKED = 2, 10
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


def worked_out_of_sentences(number: str, rests: Iterable[str], sources: Iterable[str]) -> str:
    """Return how a number is worked out from a text that an answer rests on, such as `3 × 640`, or "".

    The two numbers stand in sentences that have FEWEST_LINKS words in common: `a deposit of three times the
    basic rent` and `the basic rent is 640`. Chance gives small numbers, so those below LEAST_LINKED are none.
    """
    value = _value(number)
    if not value >= LEAST_LINKED:
        return ""
    places = [(values, linking) for text in sources for values, linking in _sentences(text)]
    for values, linking in (sentence for text in rests for sentence in _sentences(text)):
        for others, their_linking in places:
            if len(linking & their_linking) < FEWEST_LINKS:
                continue
            for one in values:
                for other in others:
                    if how := _way(value, one, other):
                        return how
    return ""


def _sentences(text: str) -> list[tuple[tuple[str, ...], frozenset[str]]]:
    """The numbers of each sentence of a text, as digits, and its words that may link it to another."""
    found = []
    for sentence in _END.split(with_digits(text)):
        values = tuple(dict.fromkeys(normal_number(number) for number in numbers(sentence)))
        linking = frozenset(word for word in words(sentence) if len(word) >= _LINKING and word.isalpha())
        if values:
            found.append((values, linking))
    return found


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
