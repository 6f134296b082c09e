"""The checkers of the suites under `tests/tasks`, tried with right and wrong results."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pandora.commands.task_suite import read_suite

SUITES = Path(__file__).parents[1] / "tasks"
SUITE_NAMES = (
    "open",
    "held",
    "everyday",
    "recent",
    "unseen",
    "tables",
    "first_hour",
    "second_hour",
    "third_hour",
    "fourth_hour",
    "fifth_hour",
    "sixth_hour",
    "seventh_hour",
    "eighth_hour",
    "ninth_hour",
    "tenth_hour",
    "eleventh_hour",
    "twelfth_hour",
    "thirteenth_hour",
    "fourteenth_hour",
)
TASKS = [task for name in SUITE_NAMES for task in read_suite(SUITES / name)]


def judged(folder: Path, attempt: dict[str, Any], place: Path) -> int:
    """The exit code of the checker for a result, in a copy of the files with those that the result changed."""
    root = place / "workspace"
    shutil.rmtree(place, ignore_errors=True)
    root.mkdir(parents=True)
    if (folder / "files").is_dir():
        shutil.copytree(folder / "files", root, dirs_exist_ok=True)
    for path, content in (attempt.get("files") or {}).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            (root / path).unlink(missing_ok=True)
        else:
            (root / path).write_text(content, encoding="utf-8")
    result = place / "RESULT.json"
    told = {key: attempt.get(key) for key in ("status", "output", "question")}
    result.write_text(json.dumps(told), encoding="utf-8")
    command = [sys.executable, "-B", str(folder / "check.py"), str(result)]
    return subprocess.run(command, cwd=root, capture_output=True, check=False).returncode


@pytest.mark.parametrize(
    ("name", "count", "families"),
    [
        ("open", 92, 16),
        ("held", 40, 16),
        ("everyday", 54, 17),
        ("recent", 34, 17),
        ("unseen", 32, 16),
        ("tables", 24, 1),
        ("first_hour", 32, 16),
        ("second_hour", 32, 15),
        ("third_hour", 32, 16),
        ("fourth_hour", 32, 16),
        ("fifth_hour", 32, 17),
        ("sixth_hour", 32, 16),
        ("seventh_hour", 32, 9),
        ("eighth_hour", 32, 16),
        ("ninth_hour", 48, 16),
        ("tenth_hour", 32, 16),
        ("eleventh_hour", 32, 16),
        ("twelfth_hour", 32, 16),
        ("thirteenth_hour", 32, 16),
        ("fourteenth_hour", 32, 16),
    ],
)
def test_each_suite_has_tasks_of_all_families(name: str, count: int, families: int) -> None:
    tasks = [task for task in TASKS if task.folder.parent.name == name]
    assert (len(tasks), len({task.family for task in tasks})) == (count, families)


@pytest.mark.parametrize("task", TASKS[::8], ids=lambda task: task.name)
def test_a_checker_takes_what_is_right_and_refuses_what_is_wrong(task: Any, tmp_path: Path) -> None:
    tries = json.loads((task.folder / "tries.json").read_text(encoding="utf-8"))
    assert judged(task.folder, tries["right"][0], tmp_path / "try") == 0
    assert judged(task.folder, tries["wrong"][0], tmp_path / "try") != 0


@pytest.mark.torture
@pytest.mark.parametrize("task", TASKS, ids=lambda task: f"{task.folder.parent.name}-{task.name}")
def test_every_try_of_every_checker(task: Any, tmp_path: Path) -> None:
    tries = json.loads((task.folder / "tries.json").read_text(encoding="utf-8"))
    codes = {
        kind: [judged(task.folder, attempt, tmp_path / "try") for attempt in tries[kind]] for kind in tries
    }
    assert (set(codes["right"]), 0 in codes["wrong"]) == ({0}, False)
