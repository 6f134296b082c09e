from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.help import Try, Work
from pandora.programs.texts.doubtful_lines import doubtful_lines
from pandora.task import Task
from pandora.workspace.operation_context import Result

PLAN = """Friday
  09:00 check-out, luggage stays in the hostel
  train home in the afternoon
Saturday
  rest
Sunday
  rest
"""


@pytest.mark.parametrize(
    ("said", "rules", "count"),
    [
        ("It leaves at 09:00", {"passages"}, 1),
        ("It leaves in the afternoon", {"passages"}, 0),
        ("It leaves at 09:00", set(), 0),
    ],
)
def test_the_model_is_asked_whether_a_line_tells_what_is_asked(
    said: str, rules: set[str], count: int, tmp_path: Path
) -> None:
    (tmp_path / "plan.txt").write_text(PLAN, encoding="utf-8")
    task = Task("When does our train leave on Friday?", files=("plan.txt",), kind_of_task="answer", named=True)
    work = Work(task, tmp_path, rules=frozenset(rules))
    found = doubtful_lines(work, Try({"text": said}, Result(True, said), {"text": "answer"}))
    assert [verdict.state for verdict in found] == ["violated"] * count
    assert all("Does the line '09:00 check-out" in verdict.question for verdict in found)
