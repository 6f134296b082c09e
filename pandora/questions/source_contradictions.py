"""Contradictions among the sources: pairs of statements that give two values for what seems one thing.

Code looks for them. Two statements are a pair where both give a quantity in the same unit, a day or a time of
day, and no value of it is common to both, while they share the words that are rare in the sources. Statements
about different years are no pair, and neither are the times of one log.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from pandora.questions.statements import CLOCK, DAY, Statement, years_of

LEAST_SHARED_OF_TIME, LEAST_SHARED, LEAST_SHARED_OF_COMMON = 0.2, 0.3, 0.6
"""The least share of the weight of the shorter statement's words that both statements must have in common:
for a day or a time of day, for a unit that stands in `RARE` statements at most, and for a more common one,
such as money."""
RARE = 3
FEWEST_SHARED = 2
"""The fewest words, the unit included, that two statements of one thing have in common."""
FEWEST_OF_SUBJECT = 4
"""The fewest words beside a common unit by which a statement says what it is about without its file."""
MOST_STATEMENTS = 2000
"""The most statements that are compared with one another."""


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


def clashes(statements: Sequence[Statement]) -> list[Clash]:
    """The pairs of statements that seem to contradict each other, those with most in common first.

    A statement stands in one pair at most, so that a value that many contradict is asked about once.
    """
    kept = [statement for statement in statements[:MOST_STATEMENTS] if statement.quantities]
    counts = Counter(word for statement in statements[:MOST_STATEMENTS] for word in _terms(statement))
    total = max(2, len(statements))

    def weight(terms: frozenset[str]) -> float:
        return sum(math.log(total / counts[term]) if counts[term] < total else 0.0 for term in terms)

    by_unit: dict[str, list[Statement]] = {}
    for statement in kept:
        for unit in {quantity.unit for quantity in statement.quantities}:
            by_unit.setdefault(unit, []).append(statement)
    pairs: dict[tuple[Statement, Statement], Clash] = {}
    for unit, sharing in by_unit.items():
        for one, other in combinations(sharing, 2):
            common_unit = len(sharing) > RARE and unit not in (DAY, CLOCK)
            if not _may_clash(one, other, unit) or (common_unit and _names_no_subject(one, other, unit)):
                continue
            common = _terms(one) & _terms(other)
            least = min(weight(_terms(one)), weight(_terms(other)))
            share = weight(common) / least if least else 0.0
            before = pairs.get((one, other))
            enough = len(common) + (unit in (DAY, CLOCK)) >= FEWEST_SHARED and share >= _least(
                unit, len(sharing)
            )
            if enough and (before is None or share > before.share):
                pairs[one, other] = Clash(one, other, unit, round(share, 3))
    taken: set[Statement] = set()
    chosen = []
    for clash in sorted(pairs.values(), key=lambda clash: -clash.share):
        if not taken & {clash.first, clash.second}:
            taken |= {clash.first, clash.second}
            chosen.append(clash)
    return chosen


def _names_no_subject(one: Statement, other: Statement, unit: str) -> bool:
    """True for statements of two files of which one is too short to say what it is about: `Service: 160
    euros`."""
    fewest = min(len(_terms(statement) - {unit}) for statement in (one, other))
    return one.path != other.path and fewest < FEWEST_OF_SUBJECT


def _least(unit: str, count: int) -> float:
    """The least share of two statements whose unit stands in `count` statements."""
    if unit in (DAY, CLOCK):
        return LEAST_SHARED_OF_TIME
    return LEAST_SHARED if count <= RARE else LEAST_SHARED_OF_COMMON


def _terms(statement: Statement) -> frozenset[str]:
    """The words of a statement and its units; a day and a time of day are no words."""
    units = {quantity.unit for quantity in statement.quantities}
    return statement.words | (units - {DAY, CLOCK})


def _may_clash(one: Statement, other: Statement, unit: str) -> bool:
    """True where the statements give different values of `unit`, and nothing says that they mean two things."""
    if one.path == other.path and (unit in (DAY, CLOCK) or one.text == other.text):
        return False
    values, others = (
        {quantity.value for quantity in statement.quantities if quantity.unit == unit}
        for statement in (one, other)
    )
    if values & others:
        return False
    years, other_years = years_of(one.text), years_of(other.text)
    return not (years and other_years and not years & other_years)
