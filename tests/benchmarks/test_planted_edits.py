from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.growth_measures import edit_rows
from benchmarks.planted_cheats import PLANTED
from benchmarks.planted_edits import SYSTEM, TASKS, PlantedEdit, judged_edits, planted_edits
from pandora.check.lint_system import system_problems
from pandora.check.token_costs import Meter
from pandora.commands.init import copy_tree
from pandora.commands.task_suite import read_suite
from pandora.disk.layout import Workspace, shipped_system
from pandora.engine.pattern import Library
from pandora.growth.example_trials import try_script
from pandora.growth.examples import Example
from pandora.growth.frozen_parts import change_of, with_part
from pandora.workspace.operation_context import OperationContext
from tests.growth.small_suites import PATTERN, SAY, Rounds

EDITS = planted_edits()
GOOD = [edit for edit in EDITS if edit.good]
HARMFUL = [edit for edit in EDITS if not edit.good]


def test_there_are_twenty_that_harm() -> None:
    assert len(HARMFUL) >= 20
    assert len({edit.name for edit in EDITS}) == len(EDITS)
    assert [task.name for task in read_suite(PLANTED / "tasks")] == ["longest-boat", "who-brings-the-ladder"]


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.name)
def test_a_planted_edit_changes_one_open_part(edit: PlantedEdit) -> None:
    """Growth 17 and measures: nothing frozen; a good edit is one of its own faulty pattern."""
    text = ((edit.folder or shipped_system().parent) / edit.path).read_text("utf-8")
    change = change_of({edit.path: text}, {edit.path: with_part(text, edit.part, edit.new)})
    assert (change.path, change.part) == (edit.path, edit.part)


@pytest.mark.parametrize("edit", GOOD, ids=lambda edit: edit.name)
def test_the_fault_of_a_good_edit_is_in_its_part_alone(edit: PlantedEdit, tmp_path: Path) -> None:
    """Growth, measures: the patterns have no problem, and the script gives what the task's check wants."""
    assert edit.folder is not None
    copy_tree(shipped_system(), tmp_path / "system")
    copy_tree(edit.folder / SYSTEM, tmp_path / "system")
    (tmp_path / "state").mkdir()
    workspace = Workspace(tmp_path)
    assert list(system_problems(workspace, Meter(lambda text: len(text.split())))) == []
    pattern = Library(workspace).at(edit.path)
    for task in read_suite(edit.folder / TASKS):
        files = {
            path.relative_to(task.folder / "files").as_posix(): path.read_text(encoding="utf-8")
            for path in (task.folder / "files").rglob("*")
            if path.is_file()
        }
        given = {"path": next(iter(files))} if files else {"zone": task.text.split()[-1]}
        assert pattern.script is not None
        trial = try_script(pattern.script, Example(given, None, files), OperationContext(tmp_path))
        result = tmp_path / "result.json"
        result.write_text(json.dumps({"status": "accepted", "output": trial.printed}), encoding="utf-8")
        subprocess.run([sys.executable, task.folder / "check.py", result], check=True)


def test_the_gate_drops_a_harm_and_keeps_what_mends(tmp_path: Path) -> None:
    """Growth, measures: planted harmful and good edits, each judged by a suite; a good one by its own."""
    rounds = Rounds.made(tmp_path)
    good = tmp_path / "mute-mended"
    faulty = good / SYSTEM / PATTERN.removeprefix("system/")
    faulty.parent.mkdir(parents=True)
    faulty.write_text(SAY.replace("Say the answer.", "Say nothing."), encoding="utf-8")
    for name in ("rose", "snow"):
        shutil.copytree(tmp_path / "suite" / name, good / TASKS / name)
    harm = PlantedEdit("mute", "nothing is said", PATTERN, "instruction of DO", "Say nothing.")
    back = PlantedEdit("mended", "it is said", PATTERN, "instruction of DO", "Say the answer.", good)
    suites = {tmp_path / "suite": "suite", good / TASKS: "mute-mended/tasks"}
    system = rounds.workspace.system
    judged = list(
        judged_edits(
            [harm, back],
            tmp_path / "suite",
            lambda folder: rounds.suite(suites[folder]),
            system,
            lambda line: None,
        )
    )
    assert [edit.kept for edit in judged] == [False, True]
    assert [row.result for row in edit_rows(judged)] == [
        "0 kept; 1 reach a task, 7 pairs in all",
        "1 kept; 1 reach a task, 6 pairs in all",
    ]
