from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.lean_runs import LeanRuns, Stopwatch, phases
from pandora.disk.layout import Workspace
from pandora.document.form import parse_form
from pandora.errors import PandoraError
from pandora.models.protocol import Call, Prompt
from pandora.models.scripted import ScriptedModel
from tests.engine.small_system import write_system


def test_four_phases_in_one_document(workspace: Workspace) -> None:
    runs = LeanRuns(workspace)
    lean = runs.run()
    assert lean.ended.usage.calls == phases(0) == 4
    assert len(workspace.run_documents(lean.ended.root.removeprefix("system-"))) == 1
    assert lean.writes >= 4
    assert lean.seconds > 0
    assert runs.seconds_a_phase() > 0
    assert all(f"## §{number}" in runs.document(lean) for number in range(6))


def test_a_child_has_four_of_its_own(workspace: Workspace) -> None:
    runs = LeanRuns(workspace)
    lean = runs.run(1)
    found = workspace.run_documents(lean.ended.root.removeprefix("system-"))
    assert [each.split("-")[0] for each in found] == ["system", "op"]
    assert phases(1) == 8
    assert lean.writes > runs.run(0).writes


def test_no_two_runs_say_the_same(workspace: Workspace) -> None:
    runs = LeanRuns(workspace)
    first, second = runs.document(runs.run()), runs.document(runs.run())
    assert " 1 files" in first
    assert " 2 files" in second
    assert len(list(workspace.root.iterdir())) == 2  # system/ and state/: no file that a task could be about


def test_a_system_with_nothing_lean_to_call(tmp_path: Path) -> None:
    write_system(tmp_path / "system")
    (tmp_path / "state").mkdir()
    with pytest.raises(PandoraError, match="the bench needs one"):
        LeanRuns(Workspace(tmp_path)).run()


def test_a_run_that_is_not_accepted_is_no_measurement(workspace: Workspace) -> None:
    check = workspace.system / "phases" / "check.md"
    text = check.read_text(encoding="utf-8")
    check.write_text(
        text.replace("{accept | retry | escalate}", "{escalate | accept | retry}"), encoding="utf-8"
    )
    with pytest.raises(PandoraError, match="ended as escalated"):
        LeanRuns(workspace).run()


def test_the_stopwatch_passes_calls_on(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text('{"phase": "do", "fill": {"said": "so"}}\n', encoding="utf-8")
    model = Stopwatch(ScriptedModel(path))
    form = parse_form("Said: {line}\n")
    reply = model.fill(Prompt("base", (), "say"), form, call=Call("do", "system", "", "x"))
    assert reply.filled.values == {"said": "so"}
    assert model.count("two words") == 2
    assert model.seconds > 0
    model.close()
