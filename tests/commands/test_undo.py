from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.conftest import SCRIPT, Run, write_replies
from tests.commands.test_approve import CODE, OLD, PLAN, PROGRAM, TASK, content

__all__ = ["CODE", "model"]


@pytest.fixture
def model(tmp_path: Path) -> str:
    return f"scripted:{tmp_path / 'undo.jsonl'}"


@pytest.fixture
def changed(pandora: Run, model: str) -> str:
    write_replies(model, SCRIPT[0], PLAN, PROGRAM, PROGRAM, SCRIPT[-1])
    result = pandora("run", TASK, "--model", model, "--yes", "--json")
    assert result.code == 0, result
    return str(json.loads(result.out)["id"])


def test_it_says_what_it_puts_back(pandora: Run, changed: str, workspace: Path, model: str) -> None:
    assert content(workspace) == OLD + "fig,1\n"
    result = pandora("undo", changed, "--dry-run")
    assert (result.code, result.out) == (0, "would put back data/fruit.csv\n")
    assert content(workspace) == OLD + "fig,1\n"
    result = pandora("undo", changed, "--json")
    assert result.code == 0
    assert result.json["restored"] == ["data/fruit.csv"]
    assert content(workspace) == OLD
    assert pandora("undo", changed).out == "Nothing to undo: what the run changed is undone already.\n"
    assert pandora("check").code == 0
    result = pandora("resume", changed, "--model", model)
    assert result.code == 2
    assert "its changes were undone" in result.err


def test_it_refuses_what_a_person_changed(pandora: Run, changed: str, workspace: Path) -> None:
    (workspace / "data" / "fruit.csv").write_text("mine\n", encoding="utf-8")
    result = pandora("undo", changed)
    assert result.code == 5
    assert "data/fruit.csv: somebody changed it after the run wrote it" in result.err
    assert content(workspace) == "mine\n"


def test_redo_writes_again_what_undo_took_back_and_ls_tells(
    pandora: Run, changed: str, workspace: Path, model: str
) -> None:
    assert pandora("undo", changed, "--redo").out == "Nothing to redo: nothing of the run is undone.\n"
    pandora("undo", changed)
    assert "undone" in pandora("ls").out
    assert pandora("ls", "--json").json[0]["undone"]
    assert " undo --redo " in pandora("resume", changed, "--model", model).err
    assert pandora("undo", "--redo", "--step", "1").code == 2
    assert pandora("undo", "--redo", "--dry-run").out == "would write again data/fruit.csv\n"
    assert content(workspace) == OLD
    assert pandora("undo", "--redo").out == "wrote again data/fruit.csv\n"
    assert content(workspace) == OLD + "fig,1\n"
    assert pandora("ls", "--json").json[0]["undone"] is None
    assert "undone" not in pandora("ls").out
    pandora("undo")
    pandora("undo", "--redo")
    told = pandora("log").out
    back = ["undoes", "redoes", "undoes", "redoes"]
    assert [line.split()[-2] for line in told.splitlines()[-4:]] == back, told
    assert [word for word in told.split() if word in ("undoes", "redoes")] == back
    assert pandora("check").code == 0


@pytest.mark.parametrize("step", ["x", "1..2", ""])
def test_a_step_is_a_number(pandora: Run, changed: str, step: str) -> None:
    assert pandora("undo", changed, "--step", step).code == 2


def test_another_step_changed_nothing(pandora: Run, changed: str) -> None:
    told = pandora("undo", changed, "--step", "7").out
    assert told == "Nothing to undo: step 7 changed no file; step 1 did.\n"


def test_a_run_that_changed_no_file_says_so(pandora: Run, finished: str) -> None:
    assert pandora("undo", finished, "--step", "9").out == "Nothing to undo: the run changed no file.\n"
    assert pandora("undo", finished, "--redo").out == "Nothing to redo: the run changed no file.\n"
