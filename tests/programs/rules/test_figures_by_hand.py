from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from pandora.programs.help import Try, Work
from pandora.programs.rules.figures_by_hand import figure_by_hand
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

REPORT = '{"month": "2024-06", "mean": null}\n'
REQUEST = "Put the mean of rain.csv into report.json. It is 40 l at 3.5 euros."


@pytest.mark.parametrize(
    ("value", "figure"),
    [
        ("10.0", "10.0"),  # the 10 of a date is no figure
        ("27.0", ""),
        ("3,50", ""),
        ("140.00", ""),
        ("6", ""),
        ('"2024-07-12 10:30"', ""),
    ],
)
@pytest.mark.parametrize("program", [False, True])
def test_a_figure_has_a_source_or_a_program(tmp_path: Path, value: str, figure: str, program: bool) -> None:
    (tmp_path / "rain.csv").write_text("day,mm\n2024-06-10,27.0\n2024-06-11,2.0\n", encoding="utf-8")
    (tmp_path / "report.json").write_text(REPORT, encoding="utf-8")
    after = REPORT.replace("null", value)
    change = Change("report.json", hashlib.sha256(REPORT.encode()).hexdigest(), after.encode())
    done = Result(True, "done", changes=(change,))
    attempt = Try({"code": "print(1)"}, done, {"code": "program"}) if program else Try({"path": "a"}, done)
    work = Work(Task(REQUEST, files=("rain.csv", "report.json"), kind_of_task="change"), tmp_path)
    assert figure_by_hand(work, attempt) == ("" if program else figure)


def test_what_has_no_table_beside_it_is_not_looked_at(tmp_path: Path) -> None:
    (tmp_path / "rain.csv").write_text("day,mm\n2024-06-10,27.0\n2024-06-11,2.0\n", encoding="utf-8")
    new = Result(True, "done", changes=(Change("rain.csv", "", b"day,mm\n2024-06-10,99.5\n"),))
    work = Work(Task(REQUEST, files=("rain.csv",), kind_of_task="change"), tmp_path)
    assert figure_by_hand(work, Try({}, new)) == ""
