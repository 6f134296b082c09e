"""Contradictions among the sources: pairs of statements that give two values for what seems one thing.

Code looks for them. Two clauses are a pair where both give a quantity in the same unit, a day or a time of
day, and no value of it is common to both statements, while they share the words that are rare in the sources.
Statements about different years are no pair, and neither are the times of one log. A model may deny a pair
afterwards.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import PurePath

from pandora.document.text_similarity import words
from pandora.questions.statements import CLOCK, DAY, Measured, Statement, years_of

LEAST_SHARED_OF_TIME, LEAST_SHARED, LEAST_SHARED_OF_COMMON, LEAST_SHARED_OF_RATE = 0.2, 0.3, 0.6, 0.15
"""The least share of the weight of the shorter clause's words that both must have in common: for a day or a
time of day; for a unit that stands in `RARE` statements at most, or where both clauses have `FEWEST_RARE` such
words; for a more common unit, such as money; and for two numbers of the same rate, such as pages a month."""
RARE, FEWEST_RARE = 3, 2
BORROWED = 0.5
"""The weight of a word that a short clause has from the sentence before it, where one of its own weighs 1."""
FEWEST_SHARED = 2
"""The fewest words, the unit included, that two statements of one thing have in common."""
FEWEST_OF_CLAUSE = 2
"""The fewest words of a clause that says by itself what it is about."""
MOST_STATEMENTS = 2000
"""The most statements that are compared with one another."""
MINUTES = len("14:00")
"""The characters of a time of day without its seconds."""


@dataclass(frozen=True)
class Clash:
    """Two statements with different values of one unit; `share` (0 to 1) is how much they have in common."""

    first: Statement
    second: Statement
    unit: str
    share: float

    @property
    def sides(self) -> tuple[str, str]:
        """Both statements as quotes."""
        return self.first.quote, self.second.quote

    @property
    def question(self) -> str:
        """The question which of the two statements holds."""
        return f"Which of the two holds: {self.first.quote} or {self.second.quote}?"


def clashes(statements: Sequence[Statement], question: str = "") -> list[Clash]:
    """The pairs of statements that seem to contradict each other, those with most in common first.

    Pairs of files that are named after two things, such as two offers, come after all others. They are no pair
    where `question` names both things, as one that asks to choose between them does.

    Each quantity of a statement stands in one pair at most, so that a value that many contradict is asked
    about once.
    """
    compared = statements[:MOST_STATEMENTS]
    counts = Counter(word for statement in compared for word in statement.words)
    total = max(2, len(compared))

    def weight(terms: frozenset[str]) -> float:
        return sum(math.log(total / counts[term]) if 0 < counts[term] < total else 0.1 for term in terms)

    def least_share(first: Measured, second: Measured, own: frozenset[str], common_unit: bool) -> float:
        unit = first.quantity.unit
        if unit in (DAY, CLOCK):
            return LEAST_SHARED_OF_TIME
        if first.rate and first.rate == second.rate:
            return LEAST_SHARED_OF_RATE
        rare = sum(counts[word] <= RARE for word in own - {unit})
        return LEAST_SHARED_OF_COMMON if common_unit and rare < FEWEST_RARE else LEAST_SHARED

    topics = _topics(compared)
    by_unit: dict[str, list[tuple[Statement, Measured]]] = {}
    for statement in compared:
        for measured in statement.measured:
            by_unit.setdefault(measured.quantity.unit, []).append((statement, measured))
    clashing = []
    for unit, places in by_unit.items():
        common_unit = len({statement for statement, _ in places}) > RARE
        for (one, first), (other, second) in combinations(places, 2):
            if not _may_clash(one, other, unit):
                continue
            own = _clause_words(one, first) & _clause_words(other, second)
            common = _about(one, first) & _about(other, second)
            least = min(weight(_clause_words(one, first)), weight(_clause_words(other, second)))
            weighed = weight(own) + BORROWED * weight(common - own)
            share = min(1.0, weighed / least) if least else 0.0
            enough = least_share(first, second, own, common_unit)
            named = bool(common & (topics[one.path] | topics[other.path]))
            if _shared(common, unit, named) >= FEWEST_SHARED and share >= enough:
                clashing.append(((one, first), (other, second), Clash(one, other, unit, round(share, 3))))
    asked = words(question)
    clashing = [
        (one, other, clash)
        for one, other, clash in clashing
        if not (_both_asked(clash, topics, asked) and _of_two_things(clash, topics))
    ]
    clashing.sort(key=lambda entry: (_of_two_things(entry[2], topics), -entry[2].share))
    used_places: set[tuple[Statement, Measured]] = set()
    shown: set[frozenset[Statement]] = set()
    chosen = []
    for first_place, second_place, clash in clashing:
        pair = frozenset((clash.first, clash.second))
        if not used_places & {first_place, second_place} and pair not in shown:
            used_places |= {first_place, second_place}
            shown.add(pair)
            chosen.append(clash)
    return chosen


def _shared(common: frozenset[str], unit: str, named: bool) -> int:
    """How many words two clauses share, the unit among them.

    Many things have a day or a time: that both give one counts only where they share a word that a file of
    theirs is `named` after.
    """
    counts = unit not in (DAY, CLOCK) or named
    return len(common | ({unit} if counts else set()))


def _topics(statements: Sequence[Statement]) -> dict[str, frozenset[str]]:
    """What each file is about: the words of its name that its statements use."""
    used: dict[str, set[str]] = {}
    for statement in statements:
        used.setdefault(statement.path, set()).update(statement.words)
    return {path: words(PurePath(path).stem) & path_words for path, path_words in used.items()}


def _of_two_things(clash: Clash, topics: Mapping[str, frozenset[str]]) -> bool:
    """True where each statement stands in a file about a thing of its own, which the other does not name."""
    one, other = topics[clash.first.path], topics[clash.second.path]
    named = (one & clash.second.words) | (other & clash.first.words)
    return bool(one and other) and not (one & other) and not named


def _both_asked(clash: Clash, topics: Mapping[str, frozenset[str]], asked: frozenset[str]) -> bool:
    """True where the question names what each of the two files is about."""
    return all(topics[side.path] & asked for side in (clash.first, clash.second))


def _about(statement: Statement, measured: Measured) -> frozenset[str]:
    """The words that say what a clause is about; of a short one, those of its sentence and of the one
    before."""
    return measured.words | statement.subject if _is_short(measured) else measured.words


def _clause_words(statement: Statement, measured: Measured) -> frozenset[str]:
    """The words of a clause; of a short one, those of its sentence."""
    return measured.words | statement.words if _is_short(measured) else measured.words


def _is_short(measured: Measured) -> bool:
    return len(measured.words - {measured.quantity.unit}) < FEWEST_OF_CLAUSE


def _may_clash(one: Statement, other: Statement, unit: str) -> bool:
    """True where the statements give different values of `unit`, and nothing says that they mean two things."""
    if one is other or (one.path == other.path and (unit in (DAY, CLOCK) or one.text == other.text)):
        return False
    if _values(one, unit) & _values(other, unit):
        return False
    kinds = (DAY, CLOCK) if unit not in (DAY, CLOCK) else ()
    moments = [
        [years_of(statement.text), *(_values(statement, kind) for kind in kinds)] for statement in (one, other)
    ]
    return not any(first and second and not first & second for first, second in zip(*moments, strict=True))


def _values(statement: Statement, unit: str) -> frozenset[str]:
    """The values of a unit; a time of day is its hour and minute: 14:00 and 14:00:01 are no two values."""
    values = (quantity.value for quantity in statement.quantities if quantity.unit == unit)
    return frozenset(value[:MINUTES] if unit == CLOCK else value for value in values)
