"""What a later attempt gives again, by another program, is believed: it need not be given twice once more."""

from __future__ import annotations

from pandora.outcome import Status
from tests.engine.runs import CHEAPEST, DEAREST, Bench, checked, coded, planned, understood

OTHERWISE = "print(sorted(['plum'])[0])"
FIRST = [coded(program) for program in (DEAREST, CHEAPEST, "print('fig')", "print('lime')", "print('nut')")]
"""Five programs of which no two give the same."""


def test_a_program_agrees_with_another_one_of_an_earlier_attempt(bench: Bench) -> None:
    again = [planned("python: print it"), coded(OTHERWISE), coded(f"{OTHERWISE}  # once more")]
    ended = bench.start(understood(), planned("python: print it"), *FIRST, *again, checked())
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, "plum")
    assert "3 of 4 tries gave this result, of several attempts" in bench.document("op-python-2").body(4)
    assert not bench.model.unused


def test_the_same_program_once_more_proves_nothing(bench: Bench) -> None:
    again = [planned("python: print it"), *FIRST]
    ended = bench.start(understood(), planned("python: print it"), *FIRST, *again, *again)
    assert ended.outcome.status is Status.ESCALATED


def test_tries_of_another_task_do_not_count(bench: Bench) -> None:
    lines = [planned("python: print another"), coded(OTHERWISE), *FIRST[:1], *FIRST[2:]]
    ended = bench.start(understood(), planned("python: print it"), *FIRST, *lines, *lines)
    assert ended.outcome.status is Status.ESCALATED
