from __future__ import annotations

from pandora.outcome import Status
from tests.engine.runs import Bench, checked, coded, planned, understood

NONE = "found = []\nprint(found[0] if found else 'No match')"


def test_that_nothing_matches_is_told_as_an_answer(bench: Bench) -> None:
    ended = bench.start(
        understood(), planned("table: print the red fruit"), coded(NONE), coded(NONE), checked()
    )
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "No match")
    assert "agree that nothing matches; that is the answer" in bench.model.prompts[-1].text
