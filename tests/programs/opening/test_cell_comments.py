from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.help import Work
from pandora.programs.opening.cell_comments import (
    date_comments,
    empty_comments,
    part_comments,
    time_comments,
    without_dates,
)
from pandora.programs.opening.program_opening import data_opening
from pandora.task import Task

LOANS = "title,due,back\nSalt,2024-02-28,\nClay,2024-03-20,2024-03-21\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "loans.csv").write_text(LOANS, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("request_text", "told"),
    [
        ("due before 15 March 2024", ["'15 March 2024' is '2024-03-15' in row['due']"]),
        ("fällig vor dem 15.03.2024", ["'15.03.2024' is '2024-03-15' in row['due']"]),
        ("due before 2024-03-15", []),
        ("due in March 2024", []),
    ],
)
def test_a_date_of_the_request_is_shown_as_the_data_writes_it(
    request_text: str, told: list[str], folder: Path
) -> None:
    assert date_comments(request_text, ["loans.csv"], folder) == told


def test_a_whole_date_names_no_year_and_no_month(folder: Path) -> None:
    request = "Which books were due before 15 March 2024?"
    assert "2024" not in without_dates(request)
    assert len(without_dates(request)) == len(request)
    code = data_opening(Work(Task(request, files=("loans.csv",), kind_of_task="answer"), folder))["code"]
    assert "[:4] == '2024'" not in code
    assert "is '2024-03-15' in row['due']" in code


@pytest.mark.parametrize(
    ("request_text", "parts"),
    [
        ("the loans per month", ["row['due'][:7] is its month"]),
        ("die Summe pro Monat", ["row['due'][:7] is its month"]),
        ("by month, like 2023-11", ["row['due'][:7] is its month"]),
        ("les prêts par mois et les années", ["row['due'][:7] is its month"]),
        ("cuántos por años", ["row['due'][:4] is its year"]),
        ("the titles", []),
    ],
)
def test_a_part_of_a_date_is_named_in_any_language(request_text: str, parts: list[str], folder: Path) -> None:
    assert part_comments(request_text, ["loans.csv"], folder) == parts


def test_what_stands_for_an_empty_cell_is_told(folder: Path) -> None:
    assert empty_comments(["loans.csv"], folder) == ["row['back'] is None in 1 of 2 rows"]
    assert empty_comments(["absent.csv"], folder) == []


def test_the_rows_of_a_table_that_is_to_be_made_are_begun(folder: Path) -> None:
    task = Task("list them in out.csv", files=("loans.csv",), outputs=("out.csv",), kind_of_task="file")
    last = data_opening(Work(task, folder))["code"].splitlines()[-1]
    assert last == "made = []  # a dict for each row of 'out.csv'; at the end: save(made, 'out.csv')"


@pytest.mark.parametrize(
    ("request_text", "told"),
    [
        ("it is at 4 pm now", ["'4 pm' is '16:00' in row['at']"]),
        ("à 18h30 pour 3 personnes", ["'18h30' is '18:30' in row['at']"]),
        ("at 4, and 17 people come", []),
        ("from 08:15 on", []),
    ],
)
def test_a_time_of_the_request_is_shown_as_the_data_writes_it(
    request_text: str, told: list[str], tmp_path: Path
) -> None:
    (tmp_path / "visits.csv").write_text("at,who\n08:15,Ann\n16:45,Ben\n,Cy\n", encoding="utf-8")
    assert time_comments(request_text, ["visits.csv"], tmp_path) == told
