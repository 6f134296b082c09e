from __future__ import annotations

from pandora.research.phase_gates import Measure
from pandora.research.research_plan import Criteria

BEST = Measure(1.0, 0.9, 2, 0)


def test_each_criterion_is_decided_by_code() -> None:
    """Research R7: corroboration, coverage, contradictions and confidence, each with its reason."""
    assert BEST.unmet(Criteria(corroboration=2)) == ()
    unmet = Measure(0.5, 0.2, 1, 3).unmet(Criteria(corroboration=2))
    assert [words.split()[0] for words in unmet] == ["coverage", "confidence", "a", "3"]


def test_worse_is_less_covered_more_contradicted_or_less_sure() -> None:
    """Research ✎7: the three numbers, in this order."""
    assert Measure(0.5, 1.0, 2, 0).worse_than(BEST)
    assert Measure(1.0, 0.9, 2, 1).worse_than(BEST)
    assert Measure(1.0, 0.8, 2, 0).worse_than(BEST)
    assert not BEST.worse_than(BEST)
