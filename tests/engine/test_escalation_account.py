from __future__ import annotations

from pandora.check.lint import lint
from pandora.document.question_lines import pairs
from pandora.engine.plan import innermost
from pandora.engine.questions import UNASKED
from pandora.outcome import Status
from tests.engine.runs import CHEAPEST, DEAREST, Bench, coded, planned, understood

BROKEN = coded("raise ValueError('no such row')")


def told(bench: Bench) -> str:
    """§5 of the root, with the run's own id as RUN."""
    return bench.document().body(5).replace(bench.short, "RUN")


def test_each_attempt_the_best_candidate_what_speaks_against_it_and_what_to_do(bench: Bench) -> None:
    attempts = (
        (planned("table: print it"), *[BROKEN] * 5),
        (planned("python: print it"), coded(CHEAPEST), *[BROKEN] * 6),
        (planned("python: print it now"), *[BROKEN] * 5),
    )
    ended = bench.start(understood(), *(line for attempt in attempts for line in attempt))
    assert ended.outcome.status is Status.ESCALATED
    lines = told(bench).split("\n")
    assert lines[0].startswith("Escalated: not solved in 3 attempts: all 5 tries failed: ValueError")
    assert "step 1" not in lines[0]
    at = lines.index("Tried:")
    assert [line.split(":")[0] for line in lines[at + 1 : at + 4]] == [
        "  1. table",
        "  2. python",
        "  3. python",
    ]
    assert "Best candidate: Candidate 1 of op-python-RUN-2.md" in lines
    assert "It gave: plum" in lines
    (against,) = [line for line in lines if line.startswith("Against it: ")]
    assert against == "Against it: only 1 of 7 tries worked, and 2 must give the same result (see 2.)"
    ways = [line.split()[1:3] for line in lines if line.startswith("  pandora ")]
    assert ways == [["answer", "RUN"], ["edit", "RUN:plan"], ["show", "op-python-RUN-2:do"], ["grow", '"WHAT']]
    assert pairs(told(bench)) == [(UNASKED, "")]
    assert lint(bench.workspace) == []
    before = bench.states()
    assert bench.resume().outcome.status is Status.ESCALATED
    assert (bench.states(), bench.model.asked) == (before, [])


def test_results_that_differ_are_shown_although_none_is_the_output(bench: Bench) -> None:
    attempt = (planned("python: print it"), coded(DEAREST), coded(CHEAPEST), *[BROKEN] * 3)
    ended = bench.start(understood(), *attempt, *attempt, *attempt)
    assert (ended.outcome.status, ended.outcome.output) == (Status.ESCALATED, "")
    assert "It gave: plum" in told(bench)
    assert "2 of 5 tries worked, and their results differ" in told(bench)


def test_attempts_that_were_alike_are_told_once(bench: Bench) -> None:
    attempt = (planned("python: print it"), *[BROKEN] * 5)
    bench.start(understood(), *attempt, *attempt, *attempt)
    lines = told(bench).split("\n")
    at = lines.index("Tried:")
    assert lines[at + 1].startswith("  1. python (3 attempts alike): all 5 tries failed: ValueError")
    assert lines[at + 2].startswith("Best candidate: ")


def test_the_innermost_reason() -> None:
    assert innermost("step 1 (table) escalated: step 1 (python) failed: no such row") == "no such row"
    several = "step 1 (python) failed: a; step 2 (python) failed: b"
    assert innermost(several) == several
    assert innermost("which fruit?") == "which fruit?"
