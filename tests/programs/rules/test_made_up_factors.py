from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.help import Work
from pandora.programs.rules.made_up_factors import made_up_factor
from pandora.programs.sql.query_shape import query_call
from pandora.task import Task

ROWS = "client,hours,km\nKestrel,3.5,12\nBakery,2,40\n"


@pytest.mark.parametrize(
    ("program", "factor"),
    [
        ("print(total * 50)", "50"),
        ("total *= 42.5", "42.5"),
        ("print(total * 2, total * 60, total / 100, total * 24)", ""),
        ("print(total * 0.3, total * 1.19, total * 0.81)", ""),
        ("print(total * 1e999, total * " + "9" * 400 + ")", ""),
        ("print(total * 1.609, total * 40)", ""),
        ("print(total + 50, round(total, 50))", ""),
        (query_call("SELECT SUM(hours) * 50 FROM hours", {"hours": "rows"}), "50"),
        (query_call("SELECT SUM(hours) * 0.3 FROM hours", {"hours": "rows"}), ""),
    ],
)
def test_a_factor_that_nobody_gave_is_made_up(program: str, factor: str, tmp_path: Path) -> None:
    (tmp_path / "hours.csv").write_text(ROWS)
    request = "What do I bill? 30 cents a kilometre, 19 percent on top, nineteen less for Bakery."
    task = Task(request, request=request, files=("hours.csv",), kind_of_task="answer")
    assert made_up_factor(Work(task, tmp_path), program) == factor
    assert made_up_factor(Work(Task(request, request=request), tmp_path), program) == ""
