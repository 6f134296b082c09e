from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.conftest import SCRIPT, TASK, Run
from tests.workspace_settings import write_trusted_settings


def state(workspace: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (workspace / "state").iterdir() if path.is_file()}


def lines(tmp_path: Path, *entries: object) -> str:
    path = tmp_path / "rest.jsonl"
    path.write_text("\n".join(json.dumps(entry) for entry in entries), encoding="utf-8")
    return f"scripted:{path}"


@pytest.fixture
def ended(pandora: Run, script: str) -> str:
    told = pandora("run", TASK, "--model", script, "--json").json
    return str(told["id"])


def test_a_finished_run_costs_no_call_and_no_byte(
    pandora: Run, script: str, ended: str, workspace: Path
) -> None:
    before = state(workspace)
    result = pandora("resume", ended, "--model", script, "--json")
    assert result.code == 0
    assert result.json["output"] == "plum"
    assert result.json["usage"]["calls"] == 5  # what it cost in all; none is added
    assert state(workspace) == before


@pytest.mark.parametrize("name", ["run", "part", "file"])
def test_a_run_is_named_by_any_of_its_documents(
    pandora: Run, script: str, ended: str, workspace: Path, name: str
) -> None:
    part = next((workspace / "state").glob("op-python-*.md"))
    given = {"run": ended.removeprefix("system-"), "part": part.stem, "file": f"state/{ended}.md"}[name]
    result = pandora("resume", given, "--model", script, "--json")
    assert result.json["id"] == ended


def test_an_edited_plan_redoes_what_depends_on_it(pandora: Run, workspace: Path, tmp_path: Path) -> None:
    header = {"model": "one", "context": 8192, "fingerprint": "one"}
    told = pandora("run", TASK, "--model", lines(tmp_path, header, *SCRIPT), "--json").json
    path = workspace / "state" / f"{told['id']}.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("1. table: print the cheapest", "1. table: print the best"), encoding="utf-8")
    again = pandora("resume", told["id"], "--model", lines(tmp_path, header, *SCRIPT[2:]), "--json")
    assert again.code == 0, again
    assert again.json["usage"]["calls"] == 8  # two programs and a check more
    assert "print the best" in path.read_text(encoding="utf-8")
    assert "Task: print the best fruit" in (workspace / again.json["documents"][2]).read_text(encoding="utf-8")


def test_a_ceiling_is_raised(pandora: Run, script: str, workspace: Path) -> None:
    result = pandora("run", TASK, "--model", script, "--calls", "4", "--json")
    assert result.code == 4
    again = pandora("resume", result.json["id"], "--model", script, "--json")
    assert again.code == 4  # the ceiling of the run holds
    raised = pandora("resume", result.json["id"], "--model", script, "--calls", "60", "--json")
    assert raised.code == 0, raised
    assert raised.json["output"] == "plum"


def test_a_run_of_a_model_that_has_no_place_in_its_name_asks_for_the_model(pandora: Run, ended: str) -> None:
    result = pandora("resume", ended)
    assert result.code == 2
    assert "the run was made by scripted:script.jsonl: give --model PATH.gguf" in result.err


def test_the_settings_model_is_taken_where_it_is_the_same(
    pandora: Run, script: str, ended: str, workspace: Path, tmp_path: Path
) -> None:
    write_trusted_settings(workspace, f'model = "{script}"\n')
    assert pandora("resume", ended).code == 0
    write_trusted_settings(workspace, f'model = "{lines(tmp_path, SCRIPT[0])}"\n')
    assert pandora("resume", ended).code == 2


def test_a_catalogue_model_that_is_not_here_says_what_to_do(
    pandora: Run, finished: str, workspace: Path
) -> None:
    path = workspace / "state" / f"{finished}.md"
    path.write_text(
        path.read_text(encoding="utf-8").replace("model: none", "model: qwen2.5-coder-0.5b"), encoding="utf-8"
    )
    result = pandora("resume", finished)
    assert result.code == 2
    assert "pandora models pull qwen2.5-coder-0.5b" in result.err


def test_front_matter_that_a_person_broke_is_told_with_its_line(
    pandora: Run, script: str, ended: str, workspace: Path
) -> None:
    path = workspace / "state" / f"{ended}.md"
    path.write_text(path.read_text(encoding="utf-8").replace("calls: 120", "calls: sixty"), encoding="utf-8")
    before = state(workspace)
    result = pandora("resume", ended, "--model", script)
    assert result.code == 2
    assert result.err.startswith(f"pandora: state/{ended}.md:8: budget is ")
    assert state(workspace) == before


def test_an_unknown_run(pandora: Run) -> None:
    result = pandora("resume", "zzz")
    assert result.code == 2
    assert "'zzz' is no document in" in result.err


def test_another_model_that_goes_on_with_a_run_is_told(pandora: Run, tmp_path: Path) -> None:
    one = {"model": "one", "context": 8192, "fingerprint": "one"}
    run = pandora("run", TASK, "--model", lines(tmp_path, one, *SCRIPT), "--json").json["id"]
    other = {"model": "other", "context": 8192, "fingerprint": "other"}
    result = pandora("resume", run, "--model", lines(tmp_path, other, *SCRIPT))
    assert result.code == 0
    assert f"{run} was made by one; other goes on with it, and makes its replies anew" in result.err
    assert "was made by" not in pandora("resume", run, "--model", lines(tmp_path, other, *SCRIPT)).err
