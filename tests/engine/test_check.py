from __future__ import annotations

from pandora.outcome import Status
from tests.engine.runs import Bench, checked, coded, planned, understood

NONE = "found = []\nprint(found[0] if found else 'No match')"


def test_that_nothing_matches_is_told_as_an_answer(bench: Bench) -> None:
    """Without the model: a small one takes it for a failure, whatever it is told."""
    ended = bench.start(understood(), planned("table: print the red fruit"), coded(NONE), coded(NONE))
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "No match")
    assert "agree that nothing matches; that is the answer" in bench.document().body(4)


def test_a_none_that_may_be_a_slip_is_the_models_to_judge(bench: Bench) -> None:
    slip = "print({}.get('plum'))"
    refused = checked("escalate")
    ended = bench.start(understood(), planned("table: print the red fruit"), coded(slip), coded(slip), refused)
    assert ended.outcome.status is Status.ESCALATED
