"""Numbers of an answer that it shows how to work out: `2 × 86 + 30 = 202`, or 172 and 30 beside 202.

A sum is checked by computing it: what it is made of must stand in the texts or the request.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import combinations

from pandora.document.figures import normal_number
from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.number_words import with_digits
from pandora.programs.language.unit_words import units
from pandora.programs.texts.sentences import words
from pandora.programs.texts.text_notation import NUMBER, Quantity, quantities, value_of

MOST_SHOWN = 10
"""Of more numbers than so many, some give almost any other by chance."""
MOST_TIMES = 31
"""The largest number of times that an answer may say an amount is taken."""
MOST_TERMS = 5
"""The most terms of a sum that an answer says in words."""
LEAST_SAID = 10
"""Smaller results count only where the answer writes how they are worked out, with signs."""
LEAST_BARE = 100
"""Smaller ones must have the unit of a number that they are made of: many give them by chance."""
_CENT, _DAY = 0.005, 86_400
_NEAR = 40
"""The most characters of words between a number and the sign behind it."""
_TOKEN = re.compile(
    rf"(?P<number>(?<![\w.,:]){NUMBER}(?![\w:]|[.,]\d))|(?P<sign>[×*=+÷()]|(?<=\s)[-−–/·x](?=\s))"
    r"|(?P<share>%)|(?P<end>[;:!?\n]|[.,](?=\s|$))|(?P<word>[^\W\d_]+)|(?P<mark>[^\s\w])"
)
_PLAIN = re.compile(rf"(?<![\w.,:]){NUMBER}")
_SIGNS = {"×": "*", "x": "*", "·": "*", "*": "*", "÷": "/", "/": "/", "−": "-", "–": "-", "-": "-"}


class _Share(float):
    """A percentage: behind `+` or `−` it is one of what stands before."""


@dataclass(frozen=True)
class _Entry:
    """A number or a sign of a sum, how the text writes it, where that ends, and a number's unit.

    `beside` is the first word behind a number without a unit, or a word between a sign and the number.
    """

    kind: str
    value: float | str
    written: str
    end: int
    unit: tuple[str, float] | None = None
    beside: str = ""


@dataclass(frozen=True)
class Sum:
    """A sum that a text writes with signs: how it does, of which values it is, and what comes of it.

    `said` is the result that the text gives, in the unit of the sum; None where it gives none, or one that may
    be of something else, as in `25 March + 10 days = 4 April`. `also` is that result as it stands there, where
    it is right to the last digit that is given.
    """

    written: str
    terms: tuple[float, ...]
    value: float
    said: float | None = None
    also: float | None = None

    @property
    def is_right(self) -> bool:
        """True where the result given is that of the sum, or there is none."""
        return self.said is None or self.also is not None

    def makes(self, value: float) -> bool:
        """True for the value that the sum has, and for the result that the text gives."""
        return abs(value - self.value) < _CENT or value == self.also


@dataclass(frozen=True)
class Shown:
    """What an answer works out: the results, and the values that they are made of."""

    results: frozenset[float] = frozenset()
    terms: frozenset[float] = frozenset()

    def is_on_the_way(self, number: str) -> bool:
        """True for a number that is worked out, and of which another one is."""
        return value_of(number) in self.results & self.terms

    def numbers(self) -> frozenset[str]:
        """The values that something is made of, as numbers without notation; small ones may be of anything."""
        return frozenset(f"{value:.10g}" for value in self.terms if value >= LEAST_SAID)

    def without(self, text: str) -> str:
        """Return a text without the numbers that are worked out, and without those that they are made of."""
        values = self.results | self.terms
        return (
            _PLAIN.sub(lambda match: "" if value_of(match[0]) in values else match[0], text) if values else text
        )


def wrong_sum(answer: str) -> str:
    """Return a sum that an answer writes with signs and a wrong result, and the right one; "" for none."""
    for written in sums_in(answer):
        if not written.is_right:
            return f"{written.written}, and that makes {written.value:.10g}"
    return ""


def shown_sums(answer: str, texts: Sequence[str], language: str | None = None) -> Shown:
    """Return which numbers of an answer it shows how to work out from numbers that the texts have.

    It writes a sum with signs; or it says the numbers of which two give the result by + − × or a percentage, or
    several by +; or it says how many of an amount of the texts, of the same unit. A result is a number that no
    text has. `language` is that of an answer that is too short to tell.
    """
    answer = with_digits(answer, language)
    known = {value for text in texts for way in {text, with_digits(text)} for value in _values(way)}
    known |= _sizes(texts)
    said = list(dict.fromkeys(_values(answer)))
    shown = {value for value in said if value in known}
    results, terms, written = set[float](), set[float](), list(sums_in(answer))
    amounts = {entry.amount for text in texts for entry in quantities(with_digits(text))}
    summed = frozenset(term for entry in written for term in entry.terms)
    in_words = _InWords({entry.number: entry for entry in quantities(answer)}, amounts, summed)
    for _ in range(MOST_SHOWN):
        new: dict[float, tuple[float, ...]] = {}
        for entry in written:
            if set(entry.terms) <= shown | known and entry.is_right:
                terms |= set(entry.terms)
                new |= {value: () for value in said if value not in shown and entry.makes(value)}
        if not new and len(said) <= MOST_SHOWN:
            left = [value for value in said if value not in shown and (value >= LEAST_SAID or value in summed)]
            new |= {value: made for value in left if (made := in_words.made_of(value, sorted(shown)))}
        if not new:
            break
        shown |= new.keys()
        results |= new.keys()
        terms = terms.union(*new.values())
    return Shown(frozenset(results), frozenset(terms))


@dataclass(frozen=True)
class _InWords:
    """What an answer says without signs: its numbers with units, the texts' amounts, and the terms of sums."""

    units: Mapping[float, Quantity]
    amounts: Set[tuple[str, float]]
    summed: Set[float]

    def made_of(self, value: float, shown: Sequence[float]) -> tuple[float, ...]:
        """The shown numbers that a value is made of; () for none."""
        made = self._given_by(value, shown)
        unit = self.units.get(value)
        if made and (value >= LEAST_BARE or any(unit and self._measures(other, unit) for other in made)):
            return made
        if unit and value in self.summed and (unit.measured, round(2 * unit.amount[1], 6)) in self.amounts:
            return (2.0,)  # half of an amount, as children often pay
        times = [count for count in shown if 1 < count <= MOST_TIMES and count == int(count)] if unit else []
        for count in times:
            if unit and (unit.measured, round(unit.amount[1] / count, 6)) in self.amounts:
                return (count,)
        return ()

    def _measures(self, value: float, unit: Quantity) -> bool:
        other = self.units.get(value)
        return other is not None and other.measured == unit.measured

    def _given_by(self, value: float, shown: Sequence[float]) -> tuple[float, ...]:
        """The shown numbers of which two or several give a value, or the half or the double of which it is."""
        for pair in combinations(shown, 2):
            ways = [sum(pair), abs(pair[0] - pair[1]), pair[0] * pair[1]]
            for share, whole in (pair, pair[::-1]):
                if (unit := self.units.get(share)) and unit.measured == "share":
                    ways += [whole * share / 100, whole * (1 + share / 100), whole * (1 - share / 100)]
            if any(abs(value - way) < _CENT for way in ways):
                return pair
        for count in range(3, min(MOST_TERMS, len(shown)) + 1):
            for several in combinations(shown, count):
                if abs(value - sum(several)) < _CENT:
                    return several
        return next(((one,) for one in shown if len(shown) <= 2 and value in (2 * one, one / 2)), ())


def sums_in(text: str) -> Iterator[Sum]:
    """The sums that a text writes with signs, each with the result that it gives."""
    row: list[_Entry] = []
    for match in [*_TOKEN.finditer(text), None]:
        kind = match.lastgroup if match else "end"
        last = row[-1] if row else None
        if match and last and match.start() - last.end > _NEAR:
            yield from _sums_of(row)
            row, last = [], None
        if match and kind in ("word", "mark"):
            unit = units().get(match[0].casefold())
            if last and last.kind == "number" and unit:
                row[-1] = replace(last, unit=last.unit or unit)
            elif last and kind == "word" and not unit and not (last.unit or last.beside):
                row[-1] = replace(last, beside=match[0])
            continue
        if match and kind == "share":
            if last and last.kind == "number":
                row[-1] = replace(last, value=_Share(float(last.value) / 100), written=f"{last.written} %")
            continue
        number = value_of(match[0]) if match and kind == "number" else None
        follows = last is not None and last.kind == "sign" and last.value != ")"
        apart = (number is not None and not follows) or (match is not None and match[0] == "(" and not follows)
        if kind == "end" or apart or (kind == "number" and number is None):
            yield from _sums_of(row)
            row = []
        if match and number is not None:
            unit = units().get(text[match.start() - 1 : match.start()])
            before = last.beside if last and row else ""
            row.append(_Entry("number", number, match[0], match.end(), unit, before))
        elif match and kind == "sign" and (row or match[0] == "("):
            row.append(_Entry("sign", _SIGNS.get(match[0], match[0]), match[0], match.end()))


def _sums_of(row: Sequence[_Entry]) -> Iterator[Sum]:
    """The sums of a row of numbers and signs, with the results around its `=`."""
    if not any(entry.written in "×x*·÷+−=" for entry in row if entry.kind == "sign"):
        return  # a span from one number to another
    ends = [place for place, entry in enumerate(row) if entry.value == "="]
    sides = [
        row[start:end] for start, end in zip([0, *[end + 1 for end in ends]], [*ends, len(row)], strict=True)
    ]
    totals = [_total([entry.value for entry in side]) for side in sides]
    written = " ".join(entry.written for entry in row)
    for place, (side, total) in enumerate(zip(sides, totals, strict=True)):
        terms = tuple(float(entry.value) for entry in side if entry.kind == "number")
        if total is None or len(terms) < 2:
            continue
        beside = place + 1 if place + 1 < len(sides) else place - 1
        result = totals[beside] if beside >= 0 else None
        if result is None:
            yield Sum(written, terms, total)
            continue
        own, theirs = _unit_of(side), _unit_of(sides[beside])
        alike = not own or not theirs or own == theirs
        said = result
        if own and theirs and not alike:
            said = result * theirs[1] / own[1] if own[0] == theirs[0] else math.nan
        right = abs(said - total) <= (_near(sides[beside], total) if alike else _CENT)
        clear = alike and not _are_of_other_things(side, sides[beside]) and said != -total
        yield Sum(written, terms, total, said if right or clear else None, result if right else None)


def _near(side: Sequence[_Entry], total: float) -> float:
    """How far a result may be from the total: that of 10 / 3 is 3.33 or 3.3, and that of 1 / 3 is 33 %."""
    numbers = [entry for entry in side if entry.kind == "number"]
    if len(numbers) != 1 or total == round(total):
        return _CENT
    decimals = normal_number(numbers[0].written.removesuffix(" %")).partition(".")[2]
    near = 0.5 * 10.0 ** -len(decimals) + 1e-9
    return near / 100 if isinstance(numbers[0].value, _Share) else max(near, _CENT)


def _are_of_other_things(side: Sequence[_Entry], result: Sequence[_Entry]) -> bool:
    """True where a sum adds up several units, as weeks and days, or its result is of what has none: 4 April."""
    added = any(entry.value in ("+", "-") for entry in side)
    several = added and len({entry.unit for entry in side if entry.unit}) > 1
    return several or any(entry.beside and not is_function_word(entry.beside.casefold()) for entry in result)


def _unit_of(side: Sequence[_Entry]) -> tuple[str, float] | None:
    """The unit of the last number of a side that has one."""
    return next((entry.unit for entry in reversed(side) if entry.unit), None)


def _total(side: Sequence[float | str]) -> float | None:
    """The value of numbers with signs between them, × before +; None for what is no sum."""
    tokens = [*side]
    while tokens and tokens.count("(") > tokens.count(")") and tokens[0] == "(":
        tokens = tokens[1:]  # the bracket of a sentence
    while tokens and tokens.count(")") > tokens.count("(") and tokens[-1] == ")":
        tokens = tokens[:-1]
    try:
        value, rest = _added(tokens)
    except (IndexError, ValueError, ZeroDivisionError, RecursionError):
        return None
    return None if rest or not math.isfinite(value) else value


def _added(tokens: list[float | str]) -> tuple[float, list[float | str]]:
    value, tokens = _multiplied(tokens)
    while tokens and tokens[0] in ("+", "-"):
        other, rest = _multiplied(tokens[1:])
        points = isinstance(value, _Share) and isinstance(other, _Share)
        other = other * value if isinstance(other, _Share) and not points else other
        result = value + other if tokens[0] == "+" else value - other
        value, tokens = _Share(result) if points else result, rest
    return value, tokens


def _multiplied(tokens: list[float | str]) -> tuple[float, list[float | str]]:
    value, tokens = _single(tokens)
    while tokens and tokens[0] in ("*", "/"):
        other, rest = _single(tokens[1:])
        value, tokens = (value * other if tokens[0] == "*" else value / other), rest
    return value, tokens


def _single(tokens: list[float | str]) -> tuple[float, list[float | str]]:
    first = tokens[0]
    if first == "(":
        value, rest = _added(tokens[1:])
        if rest[0] != ")":
            raise ValueError("no bracket")
        return value, rest[1:]
    if isinstance(first, str):
        raise ValueError("no number")
    return first, tokens[1:]


def _values(text: str) -> Iterator[float]:
    """The values of the numbers in a text."""
    return (value for match in _PLAIN.finditer(text) if (value := value_of(match[0])) is not None)


def _sizes(texts: Sequence[str]) -> set[float]:
    """How many of one unit another one has, where the texts speak of both: 12 for months and years.

    And how many of a smaller one their spans of time have: 14 days for two weeks.
    """
    there = {units()[word] for text in texts for word in words(text) if word in units()}
    sizes = {one[1] / other[1] for one in there for other in there if one[0] == other[0] and one[1] > other[1]}
    for entry in (entry for text in texts for entry in quantities(with_digits(text))):
        if entry.measured in ("time", "month"):
            sizes |= {entry.amount[1] / size for size in (1, 60, 3600, _DAY)}
    return {size for size in sizes if size == int(size)}
