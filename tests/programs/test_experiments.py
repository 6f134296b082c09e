from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandora.operations.experiment_runs import run_copies
from pandora.operations.python import python
from pandora.programs.experiments import RELATIONS, experiments_on
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.sandbox.process import Limits
from pandora.workspace.operation_context import OperationContext, Result
from tests.programs.test_planted_mutants import run_here

GAUGE = "day,mm\n2024-06-01,2.0\n2024-06-02,-\n2024-06-03,4.6\n2024-06-04,0.6\n"
REPORT = {"station": "Elm", "mean_mm": None, "remarks": ["cleaned on the 2nd"]}
PROGRAM = (
    'rain = table("rain.csv")\nreport = load("report.json")\n'
    'values = [row["mm"] for row in rain if row["mm"] is not None]\n'
    'report["mean_mm"] = round(sum(values) / {}, 1)\nsave(report, "report.json")'
)


def verdicts_on(
    source: str, folder: Path, request: str = "the mean mm into report.json"
) -> list[Verdict] | None:
    context = OperationContext(folder, limits=Limits(seconds=20))
    result = python({"code": source}, context)
    assert result.ok, result.text
    trial = experiments_on(request, source, result, folder, tuple(RELATIONS))
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


HOURS = """date,client,hours
2025-08-28,Rose Gate,2.0
2025-09-01,Rose Gate,2.25
2025-09-02,Hill family,1.0
2025-09-08,Rose Gate,1.5
2025-09-15,Rose Gate,
2025-10-02,Rose Gate,2.0
"""
BILL = "BILL of 3 October 2025\n\nTo: Rose Gate\nHours: ____\nRate: 32.00 an hour\nAmount: ____\n"
FILLED = (
    'rows = table("hours.csv")\nbill = text("bill.txt")\n'
    'hours = sum(row["hours"] or 0 for row in rows if {})\n'
    'bill = bill.replace("____", str(hours), 1).replace("____", str(hours * 32), 1)\n'
    'open("bill.txt", "w").write(bill)'
)
CLIENT, MONTH = 'row["client"] == "Rose Gate"', 'row["date"].month == 9'


@pytest.mark.parametrize(
    ("condition", "violated"),
    [
        (f"{CLIENT} and {MONTH}", set()),
        (MONTH, {"named values"}),
        (CLIENT, {"named values"}),
    ],
)
def test_gaps_of_a_text_that_a_program_fills_are_held_to_the_data(
    tmp_path: Path, condition: str, violated: set[str]
) -> None:
    (tmp_path / "hours.csv").write_text(HOURS)
    (tmp_path / "bill.txt").write_text(BILL)
    request = "Fill in the hours and the amount of September for Rose Gate in bill.txt, from hours.csv."
    verdicts = verdicts_on(FILLED.format(condition), tmp_path, request)
    assert verdicts is not None
    assert {verdict.relation for verdict in verdicts if verdict.state == "violated"} == violated
    assert "duplication" in {verdict.relation for verdict in verdicts if verdict.state == "held"}


@pytest.mark.parametrize(
    ("program", "fault"),
    [
        ("rest = 12 - 3 * 2.1\nprint(round(rest / 0.015, 2))", ""),
        ("print(12 / 0.015)", "does not use the number 3"),
        (
            "leds, drop = 3, 2.1\nprint(round(12 / 0.015, 2))",
            "number 3, which the task names, makes no diff",
        ),
    ],
)
def test_a_program_without_data_uses_the_numbers_of_its_task(program: str, fault: str, tmp_path: Path) -> None:
    request = "3 red LEDs in series, 2.1 V each, on a 12 V supply; I want 15 mA. What resistor, to 2 digits?"
    given = run_here(program, {}, tmp_path)
    trial = experiments_on(request, program, Result(True, given.text), tmp_path, ["order", "constants"])
    assert trial is not None
    copies = next(trial)
    while True:
        try:
            copies = trial.send([run_here(copy.program or program, {}, tmp_path) for copy in copies])
        except StopIteration as end:
            (found,) = [verdict for verdict in end.value if verdict.relation == "constants"]
            break
    assert (found.state == "violated", fault in found.reason) == (bool(fault), True)


def test_the_first_of_rows_inside_rows_is_held_to_their_order(tmp_path: Path) -> None:
    (tmp_path / "meet.xml").write_text(
        '<meet><event title="100 m"><swim by="Ann" time="63.1"/><swim by="Bo" time="61.4"/></event>'
        '<event title="50 m"><swim by="Cy" time="30.2"/><swim by="Di" time="29.9"/></event></meet>'
    )
    program = 'rows = table("meet.xml", "swim")\nkept = [row for row in rows if row["title"] == "100 m"]\n'
    request = "Who won the 100 m?"
    first = verdicts_on(program + 'print(kept[0]["by"], kept[0]["time"])', tmp_path, request)
    assert first is not None
    assert "order" in [verdict.relation for verdict in first if verdict.state == "violated"]
    best = verdicts_on(
        program + 'best = min(kept, key=lambda row: row["time"])\nprint(best["by"])', tmp_path, request
    )
    assert best is not None
    assert [verdict.relation for verdict in best if verdict.state == "violated"] == []
    assert "order" in [verdict.relation for verdict in best if verdict.state == "held"]


def test_a_log_that_is_read_with_fewer_columns_tells_nothing(tmp_path: Path) -> None:
    said = ("wifi: login failed device=phone", "dhcp: lease to laptop", "wifi: login failed device=tablet")
    lines = [f"2025-11-10 00:{minute:02}:00 {said[minute % 3]}" for minute in range(24)]
    (tmp_path / "router.log").write_text(
        "\n".join([*lines, "2025-11-10 01:00:00 wifi: login failed device=tablet", ""])
    )
    source = (
        "from collections import Counter\n"
        'rows = log("router.log")\n'
        'failed = Counter(row["device"] for row in rows if row["author"] == "wifi")\n'
        "print(*failed.most_common(1)[0])"
    )
    found = verdicts_on(source, tmp_path, "which device had the most failed wifi logins, and how many?")
    assert found is not None
    assert [verdict.reason for verdict in found if verdict.state == "violated"] == []
