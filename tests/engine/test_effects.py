"""What a run may write unasked: files of its own, but none that programs obey by themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.outcome import Status
from pandora.policy import Policy, Rule
from tests.engine.runs import Bench, checked, coded, planned, saving, understood

TASK = "Write out/a.txt"


def write(bench: Bench, path: str, text: str = TASK, policy: Policy | None = None) -> tuple[Status, str, Path]:
    wanted = {path: "[1]", **({} if path in text else {"out/a.txt": "a"})}
    program = coded("\n".join(saving(*each) for each in wanted.items()))
    lines = (understood(), planned("python: step 1"), program, program, checked())
    ended = bench.start(*lines, text=text, policy=policy or Policy())
    return ended.outcome.status, ended.outcome.question or "", bench.root / path


@pytest.mark.parametrize("path", [".vscode/tasks.json", ".envrc", ".github/workflows/ci.yml", "conftest.py"])
def test_a_new_file_that_programs_obey_waits_for_a_person(bench: Bench, path: str) -> None:
    status, question, made = write(bench, path)
    assert status is Status.WAITING
    assert f"Programs obey {path} unasked" in question
    assert not made.exists()


def test_one_that_the_task_names_is_the_runs_own(bench: Bench) -> None:
    status, _, made = write(bench, "Makefile", "Write a Makefile that says obeyed")
    assert (status, made.is_file()) == (Status.ACCEPTED, True)


def test_one_that_a_rule_names_or_yes_allows_is_written(bench: Bench) -> None:
    rule = Rule("write", "/.envrc", "allow", "pandora.toml:2")
    assert write(bench, ".envrc", policy=Policy().with_rules([rule]))[0] is Status.ACCEPTED


def test_any_other_new_file_is_written_unasked(bench: Bench) -> None:
    status, _, made = write(bench, "out/a.txt")
    assert (status, made.is_file()) == (Status.ACCEPTED, True)
