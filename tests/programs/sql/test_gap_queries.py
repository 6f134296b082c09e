from __future__ import annotations

from pathlib import Path

from pandora.programs.help import Work
from pandora.programs.sql.query_program import begun_query, begun_stepwise_query, program_of_query, query_parts
from pandora.programs.sql.query_shape import is_query
from pandora.task import Task

REQUEST = "Fill in the gaps of report.md by plate.csv."


def work(root: Path, report: str, kind: str = "change") -> Work:
    (root / "report.md").write_text(report, encoding="utf-8")
    (root / "plate.csv").write_text("sample,value\nA,1\nA,2\nB,4\n", encoding="utf-8")
    return Work(Task(REQUEST, request=REQUEST, files=("plate.csv", "report.md"), kind_of_task=kind), root)


TABLE = "# Plate\n\n| Sample | Mean |\n|---|---|\n| A | ? |\n| B | ? |\n"
LINES = "- Number of readings: ____\n- Highest: ____\n"


def test_a_model_is_told_of_the_tables_with_the_values_and_of_the_gaps(tmp_path: Path) -> None:
    tables, asked = query_parts(work(tmp_path, TABLE))
    assert tables.startswith("CREATE TABLE plate (")
    assert "report" not in tables
    assert asked == f"Task: {REQUEST}\nThe query gives these rows for report.md: Sample, Mean (A, B)"
    assert begun_query(work(tmp_path, TABLE)) == ""


def test_several_gaps_get_a_query_each(tmp_path: Path) -> None:
    asked = query_parts(work(tmp_path, LINES))[1]
    assert asked.endswith("in this order:\n-- Number of readings: ____\n-- Highest: ____")
    assert begun_stepwise_query(work(tmp_path, LINES)) == ""
    assert begun_query(work(tmp_path, LINES)) == "-- Number of readings: ____\nSELECT"
    text = "-- Number of readings: ____\nSELECT COUNT(*) FROM plate;\n\n-- Highest\n"
    text += "SELECT MAX(value) FROM plate"
    program = program_of_query(work(tmp_path, LINES), text)
    assert is_query(program)
    assert program.count("list(found[0].values())[0]") == 2
    assert 'gaps["- Highest: ____"]' in program or 'gaps["Highest: ____"]' in program
    assert program.endswith('fill("report.md", gaps)\n')


def test_the_rows_of_a_query_go_to_the_rows_of_the_table(tmp_path: Path) -> None:
    program = program_of_query(work(tmp_path, TABLE), "SELECT sample, AVG(value) FROM plate GROUP BY sample")
    assert program.startswith('rows = table("plate.csv")\n# Fill in')
    assert program.endswith(
        'places = {"A": "| A | ? |", "B": "| B | ? |"}\nfor name, value, *_ in map(dict.values, found):\n'
        '    if str(name) in places:\n        gaps[places[str(name)]] = value\nfill("report.md", gaps)\n'
    )


def test_there_is_no_query_for_other_changes(tmp_path: Path) -> None:
    assert query_parts(work(tmp_path, "# No gaps\n")) == []
    assert begun_query(work(tmp_path, LINES, "answer")) == ""
