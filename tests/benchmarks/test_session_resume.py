from __future__ import annotations

from benchmarks.session_resume import measure_session_resume


def test_a_resume_of_all_turns_asks_nothing_and_is_held_against_one_turn() -> None:
    """Sessions 6: the ratio of the two times; the clock itself is not tested."""
    measure = measure_session_resume(turns=3)
    assert (measure.goal, measure.details) == (1.5, {"calls": 0, "value": "3"})
    assert measure.ratio is not None
