from __future__ import annotations

from pathlib import Path

import pytest

from pandora.commands import check as module
from tests.commands.conftest import TASK, Run


def test_a_finished_run_is_clean(pandora: Run, finished: str) -> None:
    result = pandora("check")
    assert (result.code, result.out) == (0, "")
    assert "no problem in 3 files of state/" in result.err
    assert "budgets were not counted exactly" in result.err


def test_problems_go_to_stdout_and_exit_with_1(pandora: Run, workspace: Path, finished: str) -> None:
    path = workspace / "state" / f"{finished}.md"
    path.write_text(
        path.read_text(encoding="utf-8").replace("attempt: 1", "attempt: x\x1b[31m"), encoding="utf-8"
    )
    result = pandora("check")
    assert result.code == 1
    assert result.out.startswith(f"state/{finished}.md:")
    assert "\x1b" not in result.out
    assert result.out.count("\n") == 1
    assert "1 problem in 3 files" in result.err


def test_json(pandora: Run, workspace: Path, finished: str) -> None:
    (workspace / "state" / "notes.txt").write_text("x", encoding="utf-8")
    result = pandora("check", "--json")
    assert result.code == 1
    assert result.json == {
        "problems": [
            {
                "path": "state/notes.txt",
                "line": 1,
                "message": "this is no state document",
                "remedy": "move it out of state/",
            }
        ],
        "budgets_counted": False,
        "phases_on_pattern": [],
    }


def test_only_some_paths(pandora: Run, workspace: Path, finished: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (workspace / "state" / "notes.txt").write_text("x", encoding="utf-8")
    pattern = workspace / "system" / "kernel" / "read.md"
    pattern.write_text(pattern.read_text(encoding="utf-8").replace("level:", "levl:"), encoding="utf-8")
    assert pandora("check", finished).code == 0
    assert pandora("check", f"state/{finished}.md").code == 0
    assert pandora("check", "state").out.startswith("state/notes.txt:1:")
    assert "state/" not in pandora("check", "system/kernel").out
    assert pandora("check", "state", "system").out.count("notes.txt") == 1
    result = pandora("check", "nowhere")
    assert (result.code, result.out) == (2, "")


def test_a_model_that_is_there_counts(pandora: Run, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    result = pandora("check", "--model", script)
    assert result.code == 0
    assert "exactly" not in result.err
    monkeypatch.setenv("PANDORA_MODEL", script)
    assert "exactly" not in pandora("check").err


def test_a_model_that_was_asked_for_and_is_not_there(pandora: Run) -> None:
    result = pandora("check", "--model", "qwen2.5-coder-0.5b")
    assert result.code == 2
    assert "pandora models pull" in result.err


def test_settings_that_cannot_be_read_are_a_problem_too(pandora: Run, workspace: Path) -> None:
    (workspace / "pandora.toml").write_text("depth = 3\nmodle = 1\n", encoding="utf-8")
    result = pandora("check")
    assert result.code == 1
    assert "pandora.toml:2: unknown setting 'modle'" in result.out


def test_a_meter_that_estimates_is_not_used(pandora: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from contextlib import nullcontext

    from pandora.check.token_costs import Meter

    monkeypatch.setattr(module, "meter_of", lambda *given: nullcontext(Meter(len, exact=False)))
    result = pandora("check", "--model", "server:http://example")
    assert result.code == 0
    assert "budgets were not counted exactly" in result.err


def test_what_the_engine_leaves_is_clean(pandora: Run, script: str) -> None:
    ran = pandora("run", TASK, "--model", script, "--json")
    assert ran.code == 0, ran
    result = pandora("check", "--model", script)
    assert (result.code, result.out) == (0, "")
    assert "no problem in 3 files of state/" in result.err
