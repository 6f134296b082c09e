"""Whether a phase of an executor is done: its criteria are held against facts, and no model is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pandora.research.knowledge_base import Fact, KnowledgeBase
from pandora.research.research_plan import Criteria

SURE = 0.5
"""The least confidence of a fact that counts for coverage and corroboration."""


@dataclass(frozen=True)
class Measure:
    """A phase's facts in numbers.

    `coverage` is the share of its tasks that have a sure fact, `confidence` the mean confidence of the best
    fact of each of these, `corroboration` the fewest sources that state any of these best facts, and
    `contradictions` how many pairs of facts contradict each other."""

    coverage: float
    confidence: float
    corroboration: int
    contradictions: int

    def unmet(self, criteria: Criteria) -> tuple[str, ...]:
        """What keeps the phase from being done, in words; () where it is done."""
        reasons = []
        if self.coverage < criteria.coverage:
            reasons.append(f"coverage {self.coverage:.2f} is under {criteria.coverage:g}")
        if self.confidence < criteria.confidence:
            reasons.append(f"confidence {self.confidence:.2f} is under {criteria.confidence:g}")
        if self.corroboration < criteria.corroboration:
            reasons.append(f"a claim has {self.corroboration} of {criteria.corroboration} sources")
        if self.contradictions > criteria.contradictions:
            reasons.append(f"{self.contradictions} contradictions are open")
        return tuple(reasons)

    def worse_than(self, other: Measure) -> bool:
        """True where less is covered, else where more is contradicted, else where it is less sure."""
        return self._rank < other._rank

    @property
    def _rank(self) -> tuple[float, int, float]:
        return (self.coverage, -self.contradictions, self.confidence)

    def __str__(self) -> str:
        return (
            f"coverage {self.coverage:.2f}, confidence {self.confidence:.2f}, "
            f"corroboration {self.corroboration}, contradictions {self.contradictions}"
        )


def measure(facts_of: Mapping[int, Sequence[Fact]], knowledge: KnowledgeBase) -> Measure:
    """Measure a phase by the facts of each of its tasks, by the number of the task."""
    best = [max(facts, key=lambda fact: fact.confidence) for facts in facts_of.values() if facts]
    sure = [fact for fact in best if fact.confidence >= SURE]
    every = {fact.id: fact for facts in facts_of.values() for fact in facts}
    return Measure(
        len(sure) / len(facts_of) if facts_of else 0.0,
        sum(fact.confidence for fact in sure) / len(sure) if sure else 0.0,
        min((len({citation.digest for citation in fact.citations}) for fact in sure), default=0),
        len(knowledge.contradictions(tuple(every.values()))),
    )
