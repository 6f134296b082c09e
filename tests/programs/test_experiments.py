from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.operations.experiment_runs import run_copies
from pandora.operations.python import python
from pandora.programs.experiments import RELATIONS, experiments_on
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.sandbox.process import Limits
from pandora.workspace.operation_context import OperationContext

GAUGE = "day,mm\n2024-06-01,2.0\n2024-06-02,-\n2024-06-03,4.6\n2024-06-04,0.6\n"
REPORT = {"station": "Elm", "mean_mm": None, "remarks": ["cleaned on the 2nd"]}
PROGRAM = (
    'rain = table("rain.csv")\nreport = load("report.json")\n'
    'values = [row["mm"] for row in rain if row["mm"] is not None]\n'
    'report["mean_mm"] = round(sum(values) / {}, 1)\nsave(report, "report.json")'
)


def verdicts_on(source: str, folder: Path) -> list[Verdict] | None:
    context = OperationContext(folder, limits=Limits(seconds=20))
    result = python({"code": source}, context)
    assert result.ok, result.text
    trial = experiments_on("the mean mm into report.json", source, result, folder, tuple(RELATIONS))
    if trial is None:
        return None
    try:
        copies = next(trial)
        while True:
            copies = trial.send(run_copies({"code": source}, context, result, copies, 10.0))
    except StopIteration as end:
        found: list[Verdict] = end.value
        return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rain.csv").write_text(GAUGE)
    (tmp_path / "report.json").write_text(json.dumps(REPORT))
    return tmp_path


def test_what_is_written_into_another_file_is_held_to_the_data(folder: Path) -> None:
    wrong = verdicts_on(PROGRAM.format("len(rain)"), folder)
    assert wrong is not None
    assert [verdict.relation for verdict in wrong if verdict.state == "violated"] == ["blanks"]
    (blanks,) = (verdict for verdict in wrong if verdict.relation == "blanks")
    assert blanks.outputs == ("mean_mm 1.8", "mean_mm 2.4")
    right = verdicts_on(PROGRAM.format("len(values)"), folder)
    assert right is not None
    assert [verdict.relation for verdict in right if verdict.state == "violated"] == []
    assert {"order", "duplication"} <= {verdict.relation for verdict in right if verdict.state == "held"}


def test_rows_that_are_altered_in_their_place_are_not_read_again(folder: Path) -> None:
    assert verdicts_on('save(table("rain.csv")[::-1], "rain.csv")', folder) is None
