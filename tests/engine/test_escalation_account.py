from __future__ import annotations

from pandora.budget import Budget
from pandora.check.lint import lint
from pandora.document.question_lines import pairs
from pandora.engine.attempt_history import innermost
from pandora.engine.questions import UNASKED
from pandora.outcome import Status
from tests.engine.runs import CHEAPEST, DEAREST, Bench, coded, planned, understood

BROKEN = coded("raise ValueError('no such row')")

SAY = """\
---
pattern: say
level: operation
handler: answer
when: a text for somebody
effects: none
repeat: true
tries: 4
help: text
evidence: [proper_names]
---
# say

## DO

Write the text.

### Form
Text: {text}
"""


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
    assert lines[0] == "Escalated: not solved in 3 attempts"
    at = lines.index("Tried:")
    assert lines[at + 1 : at + 8] == [
        "  1. table: all 5 tries failed",
        "     - 5 times: ValueError: no such row",
        "  2. python: only 1 of 7 tries worked, and 2 must give the same result",
        "     - 6 times: ValueError: no such row",
        "     - it gave plum",
        "  3. python: all 5 tries failed",
        "     - 5 times: ValueError: no such row",
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
    assert "1. python (3 attempts alike): 2 of 5 tries worked, and their results differ\n" in told(bench)


def test_attempts_that_were_alike_are_told_once(bench: Bench) -> None:
    attempt = (planned("python: print it"), *[BROKEN] * 5)
    bench.start(understood(), *attempt, *attempt, *attempt)
    lines = told(bench).split("\n")
    at = lines.index("Tried:")
    assert lines[at + 1 : at + 3] == [
        "  1. python (3 attempts alike): all 5 tries failed",
        "     - 5 times: ValueError: no such row",
    ]
    best = lines.index("Best candidate: Candidate 5 of op-python-RUN-3.md, which failed")
    assert lines[best + 1] == "It ended with: ValueError: no such row"
    assert lines[best + 2] == "To go on, do one of these:"


def test_a_long_reason_is_cut_with_a_sign_and_many_are_counted(bench: Bench) -> None:
    long = [coded(f"raise ValueError('{letter} ' + 'x' * 300)") for letter in "abcde"]
    attempt = (planned("python: print it"), *long)
    bench.start(understood(), *attempt, *attempt, *attempt)
    lines = [line for line in told(bench).split("\n") if line.startswith("     - ")]
    assert lines[-1] == "     - and 2 more"
    assert all(line.endswith("x…") and len(line) <= 170 for line in lines[:-1])


def test_a_run_that_a_ceiling_ended_tells_what_was_tried_and_how_it_goes_on(bench: Bench) -> None:
    attempt = (planned("python: print it"), coded(CHEAPEST), BROKEN)
    ended = bench.start(understood(), *attempt, budget=Budget(calls=3))
    assert ended.outcome.status is Status.ESCALATED
    lines = told(bench).split("\n")
    assert lines[0] == "Escalated: the run's ceiling of 3 model calls is reached"
    assert lines[lines.index("Tried:") + 1].startswith("  1. python: ")
    assert "Best candidate: the partial result, from Candidate 1 of op-python-RUN-1.md" in lines
    assert "  pandora resume RUN --calls 6   (with more than now)" in lines
    assert pairs(told(bench)) == []
    assert lint(bench.workspace) == []


def test_the_best_candidate_is_what_most_tries_gave_and_not_the_last(bench: Bench) -> None:
    plum, pear = ((planned("python: print it"), coded(code), *[BROKEN] * 6) for code in (CHEAPEST, DEAREST))
    ended = bench.start(understood(), *plum, *plum, *pear)
    assert (ended.outcome.status, ended.outcome.output) == (Status.ESCALATED, "pear")
    lines = told(bench).split("\n")
    at = lines.index("Best candidate: Candidate 1 of op-python-RUN-2.md")
    assert lines[at + 1] == "It gave: plum"
    assert lines[at + 2].endswith(" (see 1.)")


def test_what_was_only_looked_up_is_no_candidate_and_no_partial_result(bench: Bench) -> None:
    attempt = (planned("read: see data/fruit.csv", "python: print it"), coded(CHEAPEST), *[BROKEN] * 6)
    ended = bench.start(understood(), *attempt, *attempt, *attempt)
    assert (ended.outcome.status, ended.outcome.output) == (Status.ESCALATED, "plum")
    assert "Best candidate: the partial result, from Candidate 1 of op-python-RUN-6.md" in told(bench)


def test_a_program_that_a_check_refused_came_further_than_one_that_ended_in_an_error(bench: Bench) -> None:
    refused = coded("raise SystemExit('the values are given for each town')")
    attempt = (planned("python: print it"), BROKEN, refused, *[BROKEN] * 3)
    bench.start(understood(), *attempt, *attempt, *attempt)
    assert "Best candidate: Candidate 2 of op-python-RUN-3.md, which failed" in told(bench)


def test_a_text_that_was_refused_is_shown_with_what_speaks_against_it(bench: Bench) -> None:
    (bench.workspace.system / "operations" / "say.md").write_text(SAY, encoding="utf-8")
    letter = "Dear neighbours,\n\nthe lift is out of order on 4 May.\n\n[Name]"
    request = "Write to the neighbours that the lift is out of order on 4 May."
    said = {"phase": "do", "level": "operation", "type": "say", "fill": {"text": letter}}
    attempt = (planned(f"say: {request}"), *[said] * 4)
    ended = bench.start(understood(), *attempt, *attempt, *attempt, text=request)
    assert (ended.outcome.status, ended.outcome.output) == (Status.ESCALATED, "")
    lines = told(bench).split("\n")
    at = lines.index("Best candidate: Candidate 4 of op-say-RUN-3.md, which was refused")
    assert lines[at + 1 : at + 3] == ["It gave:", "  Dear neighbours,"]
    assert any(line.startswith("Against it: ") for line in lines)


def test_the_innermost_reason() -> None:
    assert innermost("step 1 (table) escalated: step 1 (python) failed: no such row") == "no such row"
    several = "step 1 (python) failed: a; step 2 (python) failed: b"
    assert innermost(several) == several
    assert innermost("which fruit?") == "which fruit?"
