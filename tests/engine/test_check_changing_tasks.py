"""A task for files is not done by a run that made and changed none."""

from __future__ import annotations

import pytest

from pandora.outcome import Outcome, Status
from pandora.policy import Policy, Rule
from tests.engine.runs import CHEAPEST, Bench, Line, checked, coded, planned, saving, understood

ALLOWED = Policy().with_rules([Rule("write", "*", "allow", "test")])


def run(
    bench: Bench, kind: str, text: str, program: str, step: str = "python: do it", tries: int = 2
) -> Outcome:
    attempt: list[Line] = [planned(step), *[coded(program)] * tries]
    lines = (understood(kind=kind), *attempt, checked(), *attempt, checked(), *attempt, checked())
    return bench.start(*lines, text=text, policy=ALLOWED).outcome


@pytest.mark.parametrize("kind", ["file", "code", "change"])
@pytest.mark.parametrize("step", ["python: do it", "table: do it"])
def test_what_changed_nothing_is_not_accepted(kinds: Bench, kind: str, step: str) -> None:
    tries = 5 if kind == "change" else 2  # a program that is to change a file and only prints has failed
    outcome = run(kinds, kind, "Sort data/fruit.csv by price", CHEAPEST, step, tries)
    assert outcome.status is Status.ESCALATED
    assert kinds.document().body(4).count("FAIL: ") == 1
    kinds.resume()
    assert kinds.model.asked == []


@pytest.mark.parametrize("step", ["python: do it", "table: do it"])
def test_what_changed_a_file_is_accepted(kinds: Bench, step: str) -> None:
    program = saving("data/fruit.csv", "name,price\nplum,2\npear,3\n")
    outcome = run(kinds, "change", "Sort data/fruit.csv by price", program, step)
    assert outcome.status is Status.ACCEPTED
    kinds.resume()
    assert kinds.model.asked == []


def test_an_answer_changes_nothing(kinds: Bench) -> None:
    assert run(kinds, "answer", "Which fruit in data/fruit.csv is it?", CHEAPEST).status is Status.ACCEPTED


def test_what_stands_there_already_and_is_written_again_is_accepted(kinds: Bench) -> None:
    (kinds.root / "data" / "best.txt").write_text("plum", encoding="utf-8")
    program = "same = ['save(', 'data/best.txt']\nname = 'plum'\nprint(name)"
    outcome = run(kinds, "file", "Write the cheapest of data/fruit.csv to data/best.txt", program)
    assert outcome.status is Status.ACCEPTED


def test_what_only_reads_the_file_that_is_to_be_written_is_not(kinds: Bench) -> None:
    (kinds.root / "data" / "best.txt").write_text("plum", encoding="utf-8")
    program = "read = ['data/best.txt']\nname = 'plum'\nprint(name)"
    outcome = run(kinds, "file", "Write the cheapest of data/fruit.csv to data/best.txt", program)
    assert outcome.status is Status.ESCALATED


@pytest.mark.parametrize("step", ["look: see what is there", "table: do it"])
def test_a_plan_that_only_reads_is_given_a_program_that_does_the_request(kinds: Bench, step: str) -> None:
    operations = kinds.workspace.system / "operations"
    program = (operations / "python.md").read_text(encoding="utf-8")
    look = program.replace("pattern: python", "pattern: look")
    look = look.replace("effects: workspace", "effects: none")
    (operations / "look.md").write_text(look, encoding="utf-8")
    (operations / "python.md").write_text(program.replace("when:", "fallback: true\nwhen:"), encoding="utf-8")
    text = "Sort data/fruit.csv by price"
    run(kinds, "change", text, saving("data/fruit.csv", "name,price\nplum,2\npear,3\n"), step)
    tool = "python" if step.startswith("look") else "table"
    assert f"1. {tool}: {text}\n" in kinds.document().body(2)


def test_another_tool_may_do_the_whole_change_before_it_is_planned(kinds: Bench) -> None:
    pattern = kinds.workspace.system / "pattern.md"
    pattern.write_text(
        pattern.read_text(encoding="utf-8").replace("when:", "direct: true\nwhen:"), encoding="utf-8"
    )
    program = kinds.workspace.system / "operations" / "python.md"
    program.write_text(
        program.read_text(encoding="utf-8").replace("when:", 'needs: ["*.csv"]\nwhen:'), encoding="utf-8"
    )
    text = "Sort data/fruit.csv by price"
    right = coded(saving("data/fruit.csv", "name,price\nplum,2\npear,3\n"))
    lines: list[Line] = [
        planned("table: x"),
        *[coded("raise ValueError()")] * 6,
        planned("python: y", "python: z"),
    ]
    outcome = kinds.start(understood(kind="change"), *lines, right, right, checked(), text=text, policy=ALLOWED)
    assert outcome.outcome.status is Status.ACCEPTED
    body = kinds.document().body(2)
    assert "Approach: one step" in body
    assert f"1. python: {text}\n" in body
    assert "table" not in body
