"""What speaks against a result that came after an attempt that failed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pandora.engine.candidates import Candidate
from pandora.engine.later_attempts import AttemptedOperation, doubts_of_attempt
from pandora.workspace.operation_context import Result


def operation(
    chosen: str,
    *,
    held: tuple[str, ...] = ("order",),
    tested: bool = False,
    looks_up: bool = False,
    by_model: bool = True,
    alone: bool = False,
) -> AttemptedOperation:
    candidate = Candidate({"code": "print(1)"}, Result(True, "1", held=held))
    return AttemptedOperation("op-python-abc234-2", chosen, candidate, by_model, tested, looks_up, alone)


def doubts(attempt: int, *operations: AttemptedOperation) -> list[str]:
    return [fact.statement for fact in doubts_of_attempt(attempt, operations) if not fact.ok]


SURE, DISPUTED = operation("1 (2 of 2 agree)"), operation("3 (3 of 8 agree)")


@pytest.mark.parametrize(
    ("attempt", "operations"),
    [
        (1, [DISPUTED]),  # a first attempt is held to its own tries alone
        (2, []),
        (2, [SURE]),
        (2, [operation("4 (5 of 6 agree)")]),
        (2, [operation("1 (4 of 6 agree, of 2 kinds)")]),
        (3, [DISPUTED, SURE]),
        (2, [operation("1 (1 of 1 agree)", tested=True)]),
        (2, [DISPUTED, operation("1 (1 of 1 agree)", tested=True)]),  # the user's tests passed
        (2, [operation("1 (1 of 1 agree)", by_model=False)]),
        (2, [operation("1 (1 of 1 agree)", looks_up=True)]),
        (2, [operation("1")]),  # a person chose it
        (2, [operation("2 (1 of 2 agree)", held=("3 examples of the request",))]),
        (2, [operation("1 (1 of 1 agree)")]),  # of a text, of which one try is enough
        (2, [operation("2 (1 of 2 agree)", alone=True)]),
    ],
)
def test_what_nothing_disputes_is_believed(attempt: int, operations: list[AttemptedOperation]) -> None:
    assert doubts(attempt, *operations) == []


@pytest.mark.parametrize(
    ("last", "said"),
    [
        (DISPUTED, "of op-python-abc234-2, 3 of 8 tries gave it"),
        (operation("2 (2 of 3 agree)"), "2 of 3 tries gave it"),
        (operation("2 (1 of 2 agree)", held=("1 example of the request",)), "1 of 2 tries gave it"),
        (operation("2 (4 of 6 agree)"), "4 of 6 tries gave it"),
        (operation("2 (4 of 7 agree, of 2 kinds)"), "4 of 7 tries gave it"),
        (operation("2 (3 of 4 agree, of 3 kinds)"), "3 of 4 tries gave it"),
        (operation("3 (1 of 3 agree)", alone=True), "1 of 3 tries gave it"),
        (
            operation("2 (1 of 2 agree)", alone=True, held=()),
            "1 of 2 tries gave it, and nothing was held against it",
        ),
        (operation("1 (1 of 1 agree)", held=()), "one try gave it, and nothing was held against it"),
        (operation("1 (2 of 2 agree)", held=()), "2 of 2 tries gave it, and nothing was held against it"),
    ],
)
def test_after_an_attempt_that_failed_the_last_operation_must_be_beyond_doubt(
    last: AttemptedOperation, said: str
) -> None:
    (told,) = doubts(2, SURE, last)
    assert told.startswith("after an attempt that failed, a result must be beyond doubt: ")
    assert told.endswith(said)


def test_a_module_is_held_by_the_calls_on_which_all_tries_give_the_same() -> None:
    def called(*outcomes: str) -> AttemptedOperation:
        calls = {f"mean({number})": outcome for number, outcome in enumerate(outcomes)}
        done = operation("1 (2 of 2 agree)", held=())
        return replace(done, candidate=Candidate({}, Result(True, "mean.py", calls=calls)))

    assert doubts(2, called("1.5", *["raises ValueError"] * 5)) == []
    for lacking in (called(*["raises ValueError"] * 6), called("1.5", "2.5")):
        (said,) = doubts(2, lacking)
        assert said.endswith("2 of 2 tries gave it, and nothing was held against it")
