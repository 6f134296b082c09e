from __future__ import annotations

from benchmarks.sandbox import GOAL, measure_sandbox
from pandora.sandbox.tiers import OWN, TIERS


def test_each_tier_is_measured_or_says_why_not() -> None:
    (measure,) = measure_sandbox(2, lambda told: None)
    assert [row.label for row in measure.rows] == ["a bare subprocess", *(tier.name for tier in TIERS)]
    bare = measure.rows[0].value
    assert bare is not None
    for row in measure.rows[1:]:
        if row.value is None:
            assert row.missing
        else:
            assert row.ratio == row.value / bare > 1  # it starts an interpreter first
    own = next(row for row in measure.rows if row.label == OWN.name)
    assert measure.ratio == own.value
    assert measure.met is (None if own.value is None else own.value < GOAL)
