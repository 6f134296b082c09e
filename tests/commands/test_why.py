from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.disk.layout import Workspace
from tests.commands.conftest import SCRIPT, TASK, Run


@pytest.fixture
def model(tmp_path: Path) -> str:
    """A recorded script: it has a name and a fingerprint of its own."""
    header = {"model": "one", "context": 8192, "fingerprint": "one"}
    path = tmp_path / "recorded.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in (header, *SCRIPT)), encoding="utf-8")
    return f"scripted:{path}"


@pytest.fixture
def ended(pandora: Run, model: str) -> str:
    told = pandora("run", TASK, "--model", model, "--json").json
    return str(told["id"])


def test_why_leads_back_to_the_task(pandora: Run, ended: str, model: str) -> None:
    result = pandora("why", ended, "--model", model)
    assert result.code == 0
    assert result.out.startswith(f"{ended} §5 OUTPUT  fresh, by code at ")
    assert f"  task: {TASK}" in result.out.splitlines()
    assert result.out.splitlines()[-1] == "resume: makes nothing again"
    everything = pandora("why", ended, "--all", "--model", model).out.splitlines()
    assert len(result.out.splitlines()) < len(everything) / 3
    assert "§2 PLAN  fresh, by model" in result.out
    assert "system/tools/table/pattern.md" not in result.out
    assert "  pattern: system/tools/table/pattern.md" in everything


@pytest.mark.parametrize("section", ["2", "§2", "plan", "PLAN"])
def test_a_section_by_number_or_name(pandora: Run, ended: str, model: str, section: str) -> None:
    told = pandora("why", f"{ended}:{section}", "--model", model, "--json").json
    assert [(cause["document"], cause["section"]) for cause in told["causes"]] == [(ended, 2), (ended, 1)]
    assert told["rebuilt"] == []


def test_an_edit_and_what_it_makes_stale(pandora: Run, ended: str, model: str, workspace: Path) -> None:
    path = workspace / "state" / f"{ended}.md"
    path.write_text(path.read_text("utf-8").replace("1. table: print the", "1. table: print the very"), "utf-8")
    told = pandora("why", ended, "--model", model).out
    assert f"{ended} §2 PLAN  edited, by human" in told
    assert "resume: asks the model for the DO of op-python-" in told


def test_a_file_that_changed_is_named_and_what_rests_on_it_is_stale(
    pandora: Run, ended: str, model: str, workspace: Path
) -> None:
    data = workspace / "data/fruit.csv"
    data.write_text(data.read_text("utf-8").replace("plum,2", "plum,9"), encoding="utf-8")
    told = pandora("why", ended, "--model", model).out
    assert "  changed since it was read: data/fruit.csv" in told
    assert "resume: asks the model for the " in told
    preview = pandora("resume", ended, "--dry-run", "--model", model).out
    assert "  data/fruit.csv changed since it was read" in preview
    data.unlink()
    assert "  changed since it was read: data/fruit.csv" in pandora("why", ended, "--model", model).out


def test_the_files_are_read_once_for_all_sections(
    pandora: Run, ended: str, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[str] = []

    def changed(workspace: Workspace, run: str, *more: object) -> list[str]:
        runs.append(run)
        return ["data/fruit.csv"]

    monkeypatch.setattr("pandora.inspect.provenance.changed_since", changed)
    told = pandora("why", ended, "--all", "--model", model).out
    assert told.count("changed since it was read: data/fruit.csv") > 1
    assert len(runs) == 1


def test_without_the_model_it_says_what_it_cannot_tell(pandora: Run, ended: str) -> None:
    result = pandora("why", ended)
    assert result.code == 0
    assert "unknown: whether anything changed cannot be told" in result.out
    assert "the run was made by one: give --model" in result.err


def test_a_section_that_is_none(pandora: Run, ended: str) -> None:
    for command in ("why", "show", "edit", "diff", "prompt"):
        assert "is no section" in pandora(command, f"{ended}:seven").err
    for command in ("rm", "undo", "archive"):
        result = pandora(command, f"{ended}:plan")
        assert (result.code, f"give {ended}" in result.err) == (2, True)
    assert pandora("why", f"{ended}:0").out.startswith("§0 META was written when")


def test_prompt_prints_it_and_tells_that_it_is_the_same(pandora: Run, ended: str, model: str) -> None:
    result = pandora("prompt", ended, "--phase", "plan", "--model", model)
    assert result.code == 0
    assert pandora("prompt", f"{ended}:plan", "--model", model) == result
    assert pandora("prompt", ended, "--model", model).err.startswith(f"{ended}:check; ")
    assert "# PLAN\nChoose as few steps as possible." in result.out
    assert result.err.startswith("the same as was asked: its digest is ")


def test_prompt_counts_each_part(pandora: Run, ended: str, model: str) -> None:
    told = pandora("prompt", ended, "--phase", "check", "--tokens", "--model", model, "--json").json
    assert [part["part"] for part in told["tokens"]][:3] == ["base", "§1 UNDERSTAND", "§2 PLAN"]
    assert told["tokens"][-1]["part"] == "together"
    assert told["same"] is True
    shown = pandora("prompt", ended, "--phase", "check", "--tokens", "--model", model).out
    assert shown.splitlines()[0].split() == ["PART", "TOKENS"]


def test_prompt_without_an_argument_is_the_last_one_of_the_newest_run(
    pandora: Run, ended: str, model: str
) -> None:
    assert pandora("prompt", "--model", model).out == pandora("prompt", f"{ended}:check", "--model", model).out
    assert (
        pandora("prompt", ":plan", "--model", model).out
        == pandora("prompt", f"{ended}:plan", "--model", model).out
    )
    operation = f"op-python-{ended.removeprefix('system-')}-1.1"
    assert pandora("prompt", operation, "--model", model).code == 0


def test_prompt_of_an_operation_by_candidate(pandora: Run, ended: str, model: str) -> None:
    operation = f"op-python-{ended.removeprefix('system-')}-1.1"
    told = pandora("prompt", operation, "--phase", "do", "--candidate", "2", "--model", model, "--json").json
    assert (told["same"], told["sampling"]["seed"]) == (True, 1)
    assert pandora("prompt", ended, "--phase", "plan", "--candidate", "2", "--model", model).code == 2


def test_prompt_without_the_model_is_not_checked(pandora: Run, ended: str) -> None:
    told = pandora("prompt", ended, "--phase", "plan", "--json").json
    assert told["same"] is None
    assert told["tokens"] is None
    assert "give --model" in told["model_missing"]
