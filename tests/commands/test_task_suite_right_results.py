"""Nothing that is held against a result refuses the right ones that come with the tasks of the suites."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.budget import Budget
from pandora.commands.task_suite import SuiteTask, read_suite, run_task
from pandora.disk.layout import shipped_system
from tests.right_result_model import CALLS, RightResultModel

SUITES = Path(__file__).parents[1] / "tasks"
TASKS = [task for name in ("open", "everyday") for task in read_suite(SUITES / name) if task.family in CALLS]
OF_EACH_KIND = (
    "birthday-reminder-today",
    "kiosk-rename-calc-tot",
    "library-reader-to-member",
    "music-teacher-invoice",
    "rename-scanned-invoices",
)
WITHOUT = (
    "code-bottle-deposit",
    "holiday-flat-cancel-date",
    "festival-spent-so-far",
    "letter-to-workshop-leader",
    "rain-mean-into-report",
)
"""Tasks that need asserts of the module that is written, and a measure that stands in the data."""


def accepted(task: SuiteTask) -> str:
    """What is wrong with the run of a task whose model gives its right result; "" where it is accepted."""
    tries = json.loads((task.folder / "tries.json").read_text(encoding="utf-8"))
    right = next(attempt for attempt in tries["right"] if attempt["status"] == "accepted")
    scored = run_task(task, RightResultModel(task, right), shipped_system(), Budget())
    return "" if scored.solved else f"{scored.status}: {scored.error}"


@pytest.mark.parametrize("name", OF_EACH_KIND)
def test_a_right_result_is_accepted(name: str) -> None:
    (task,) = (task for task in TASKS if task.name == name)
    assert accepted(task) == ""


@pytest.mark.torture
@pytest.mark.parametrize(
    "task", [task for task in TASKS if task.name not in WITHOUT], ids=lambda task: task.name
)
def test_every_right_result_is_accepted(task: SuiteTask) -> None:
    assert accepted(task) == ""
