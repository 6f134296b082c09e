"""A command without a DOCUMENT means the last run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import CODE, DOCUMENTS, ROOT, SCRIPT, TASK, Run, write_replies
from tests.commands.test_answer import LINES
from tests.commands.test_approve import OLD, PLAN, PROGRAM, content
from tests.commands.test_approve import TASK as CHANGE

OLDER = "system-old234"


@pytest.fixture
def older(finished: str, workspace: Path) -> str:
    """A run that began before the finished one, and has a section that a person edited since."""
    text = DOCUMENTS[ROOT].replace("abc234", "old234").replace("2026-11-21T10", "2025-11-21T10")
    (workspace / "state" / f"{OLDER}.md").write_text(text, encoding="utf-8")
    return OLDER


@pytest.fixture
def model(tmp_path: Path) -> str:
    return f"scripted:{tmp_path / 'last.jsonl'}"


def begun(workspace: Path, root: str, year: int) -> None:
    """Put the beginning of a run into another year."""
    path = workspace / "state" / f"{root}.md"
    text = path.read_text(encoding="utf-8")
    created = next(line for line in text.split("\n") if line.startswith("Created: "))
    path.write_text(text.replace(created, f"Created: {year}-01-01T00:00:00Z"), encoding="utf-8")


@pytest.mark.parametrize("command", [["show"], ["tree", "--json"], ["log"], ["why", "--json"], ["diff"]])
def test_a_view_shows_the_newest_run(pandora: Run, older: str, script: str, command: list[str]) -> None:
    named = pandora(*command, ROOT)
    assert named.code == 0
    assert pandora(*command) == named == pandora(*command, "last")
    assert pandora(*command, older) != named


def test_a_section_can_be_named_without_its_document(
    pandora: Run, older: str, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert pandora("why", ":plan", "--json") == pandora("why", f"{ROOT}:plan", "--json")
    assert pandora("show", "last:plan") == pandora("show", f"{ROOT}:plan")
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", "sed -i 's/Approach: compute it/Approach: think/'")
    result = pandora("edit", ":plan", "--no-resume")
    assert result.code == 0, result
    assert "Approach: think" in (workspace / "state" / f"{ROOT}.md").read_text(encoding="utf-8")
    assert result.err.startswith(f"the last run: {ROOT}  {TASK}\n")


def test_resume_goes_on_with_the_newest_run_and_says_which(
    pandora: Run, model: str, older: str, workspace: Path
) -> None:
    write_replies(model, SCRIPT[0])
    stopped = pandora("run", TASK, "--model", model, "--json")
    assert stopped.code == 5, stopped
    begun(workspace, stopped.json["id"], 2040)
    write_replies(model, *SCRIPT[1:])
    result = pandora("resume", "--model", model)
    assert (result.code, result.out) == (0, "plum\n")
    assert result.err.startswith(f"the last run: {stopped.json['id']}  {TASK}\n")
    assert pandora("resume", "--dry-run", "--json", "--model", model).json["id"] == stopped.json["id"]
    assert pandora("resume", "--all", "--dry-run").code == 2


def test_undo_puts_back_what_the_newest_run_changed(pandora: Run, model: str, workspace: Path) -> None:
    write_replies(model, SCRIPT[0], PLAN, PROGRAM, PROGRAM, SCRIPT[-1])
    assert pandora("run", CHANGE, "--model", model, "--yes").code == 0
    assert pandora("undo").out == "put back data/fruit.csv\n"
    assert content(workspace) == OLD


def test_an_answer_goes_to_the_newest_run_that_asks(
    pandora: Run, model: str, finished: str, workspace: Path
) -> None:
    ids = []
    for year in (2001, 2002):
        write_replies(model, *LINES[:3])
        waiting = pandora("run", TASK, "--model", model, "--json", "--no-cache")
        assert waiting.code == 3, waiting
        ids.append(waiting.json["id"])
        begun(workspace, ids[-1], year)
    write_replies(model, *LINES[3:])
    assert pandora("approve", "--model", model).err == (
        f"pandora: no run waits with an effect; `pandora -C {workspace} ls` lists the runs\n"
    )
    result = pandora("answer", ids[1][-6:], "--model", model)
    assert result.code == 2
    assert "give the TEXT of the answer, too" in result.err
    result = pandora("answer", "by price", "--model", model)
    assert (result.code, result.out) == (0, "plum\n")
    assert result.err.startswith(f"{ids[1]} asks: By price or by weight?\n")
    assert "status: waiting" in (workspace / "state" / f"{ids[0]}.md").read_text(encoding="utf-8")


def test_an_approval_goes_to_the_newest_run_that_waits_with_an_effect(
    pandora: Run, model: str, finished: str, workspace: Path
) -> None:
    write_replies(model, SCRIPT[0], PLAN, PROGRAM, PROGRAM, SCRIPT[-1])
    waiting = pandora("run", CHANGE, "--model", model, "--json")
    assert waiting.code == 3, waiting
    begun(workspace, waiting.json["id"], 2001)
    result = pandora("approve", "--model", model, "--json")
    assert result.code == 0, result
    assert result.json["id"] == waiting.json["id"]
    assert content(workspace) == OLD + "fig,1\n"


@pytest.mark.parametrize("command", ["resume", "undo", "edit", "why", "show", "diff", "answer", "approve"])
def test_without_any_run_a_command_says_so(pandora: Run, command: str) -> None:
    result = pandora(command, *(["yes"] if command == "answer" else []))
    assert (result.code, result.out) == (2, "")
    assert "no run" in result.err
    assert CODE not in result.err


BY_DEFAULT_THE_LAST = (
    *("show", "undo", "why", "diff", "resume", "approve", "tree", "log", "export", "edit", "prompt"),
)


@pytest.mark.parametrize("command", BY_DEFAULT_THE_LAST)
def test_a_blank_name_is_not_the_last_run(pandora: Run, finished: str, command: str) -> None:
    result = pandora(command, "")
    assert (result.code, result.out) == (2, "")
    assert "'' names no run; name one of `pandora -C " in result.err


def test_a_blank_name_is_not_every_run(pandora: Run, finished: str) -> None:
    result = pandora("watch", "")
    assert (result.code, result.out) == (2, "")
    assert "or leave it out to watch every run" in result.err
