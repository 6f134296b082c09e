"""What a run may write unasked: files of its own, but none that programs obey by themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.engine.run import shown_for
from pandora.outcome import Status
from pandora.policy import Policy, Rule
from tests.engine.mail import with_mail
from tests.engine.runs import Bench, checked, coded, planned, saving, understood

TASK = "Write out/a.txt"


def write(bench: Bench, path: str, text: str = TASK, policy: Policy | None = None) -> tuple[Status, str, Path]:
    wanted = {path: "[1]", **({} if path in text else {"out/a.txt": "a"})}
    program = coded("\n".join(saving(*each) for each in wanted.items()))
    lines = (understood(), planned("python: step 1"), program, program, checked())
    ended = bench.start(*lines, text=text, policy=policy or Policy())
    return ended.outcome.status, str(ended.outcome.question or ""), bench.root / path


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


def test_a_link_that_leads_to_where_programs_look_is_no_way_around(bench: Bench) -> None:
    (bench.root / ".github" / "workflows").mkdir(parents=True)
    (bench.root / "ci").symlink_to(".github/workflows")
    status, question, made = write(bench, "ci/a.yml")
    assert (status, made.exists()) == (Status.WAITING, False)
    assert "Programs obey ci/a.yml unasked" in question


def test_nor_is_one_that_leads_to_a_file_that_policy_denies(bench: Bench) -> None:
    (bench.root / "settings.txt").symlink_to(".env")
    status, _, made = write(bench, "settings.txt", policy=Policy(yes=True))
    assert (status, made.exists()) == (Status.FAILED, False)


def test_any_other_new_file_is_written_unasked(bench: Bench) -> None:
    status, _, made = write(bench, "out/a.txt")
    assert (status, made.is_file()) == (Status.ACCEPTED, True)


def test_a_command_waits_whatever_its_pattern_says_of_effects(bench: Bench) -> None:
    pattern = with_mail(bench).workspace.system / "kernel" / "bash.md"
    text = pattern.read_text(encoding="utf-8")
    pattern.write_text(text.replace("effects: system", "effects: none"), encoding="utf-8")
    asked = {"phase": "do", "level": "operation", "fill": {"command": "ls"}}
    ended = bench.start(understood(), planned("bash: list them"), asked, checked(), text="List the files")
    assert ended.outcome.status is Status.WAITING
    assert "May it run bash: 'ls'?" in str(ended.outcome.question)


def test_what_nobody_would_see_in_a_command_is_shown(bench: Bench) -> None:
    asked = {"phase": "do", "level": "operation", "fill": {"command": "ls \u200b\u202e\x1b]0;touch b\x07"}}
    lines = (understood(), planned("bash: list them"), asked, checked())
    ended = with_mail(bench).start(*lines, text="List the files")
    question = ended.outcome.question
    assert question is not None
    assert shown_for(question, bench.workspace) == "ls \\u200b\\u202e\\x1b]0;touch b\\x07"


@pytest.mark.parametrize("name", ["config/pandora/pandora.toml", "state/pandora/trusted/x.json"])
def test_the_users_own_folders_are_out_of_reach_where_they_lie_in_the_workspace(
    bench: Bench, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(bench.root / "out" / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(bench.root / "out" / "state"))
    path = f"out/{name}"
    status, _, made = write(bench, path, f"Write {path} that says x", Policy(yes=True))
    assert (status, made.exists()) == (Status.FAILED, False)


def test_one_effect_is_one_question_in_a_run(bench: Bench) -> None:
    """Two steps want to run the same command; a person is asked once, and sees it above the question."""
    with_mail(bench)
    asked = {"phase": "do", "level": "operation", "fill": {"command": "ls"}}
    lines = (understood(), planned("bash: list them", "bash: list them again"), asked)
    assert bench.start(*lines, text="List the files").outcome.status is Status.WAITING
    assert "### Asked\n```sh\nls\n```\nQuestion: May it run bash: 'ls'?" in bench.document("op-bash-1").body(3)
    bench.edit(lambda text: text.replace("\nAnswer:\n", "\nAnswer: yes\n"), "op-bash-1")
    ended = bench.resume(asked, checked())
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert "Question:" not in bench.document("op-bash-2").body(3)
    decision = bench.document("op-bash-2").meta["decisions"][1]
    assert decision["by"] == f"a person (asked in {bench.document('op-bash-1').meta['id']})"


def test_a_no_holds_for_the_same_effect_in_a_later_step(bench: Bench) -> None:
    with_mail(bench)
    asked = {"phase": "do", "level": "operation", "fill": {"command": "ls"}}
    lines = (understood(), planned("bash: list them", "bash: list them again (after nothing)"), asked)
    assert bench.start(*lines, text="List the files").outcome.status is Status.WAITING
    bench.edit(lambda text: text.replace("\nAnswer:\n", "\nAnswer: no\n"), "op-bash-1")
    assert bench.resume(asked, checked()).outcome.status is Status.FAILED
