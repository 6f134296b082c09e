"""Columns of few values, and which of them a request means."""

from __future__ import annotations

import pytest

from pandora.programs.metamorphic.altered_copies import data_file
from pandora.programs.metamorphic.experiment_subject import Place, Subject
from pandora.programs.metamorphic.meaning import (
    Category,
    added_years,
    categories,
    columns_only_tested,
    meant_column,
    measured_columns,
    number_columns,
)
from pandora.programs.printed_values import Run

ROWS = "no,client,paid,state,day\n1,Moll,nein,open,2024-01-02\n2,Thoma,ja,done,2024-01-02\n"
ROWS += "3,Moll,nein,open,2024-01-03\n4,Gehrke,ja,,2024-01-03\n"


def read(request: str, path: str = "bills.csv", content: str = ROWS) -> list[tuple[str, tuple[str, ...]]]:
    file = data_file(path, content.encode())
    assert file is not None
    found = categories(Subject(request, "", (file,), Run(True, "")))
    return [(category.place[2], category.values) for category in found]


def test_columns_of_few_texts_are_categories() -> None:
    clients, paid = ("client", ("Moll", "Thoma", "Gehrke")), ("paid", ("nein", "ja"))
    assert read("was ist noch offen?") == [clients, paid]
    assert read("what does Moll owe?") == [paid]
    assert read("now, what is not paid by gehrke?") == [paid]  # `no` and `ja` within words name nothing


def test_a_column_of_another_year_than_the_one_that_is_asked_about_is_none() -> None:
    content = "name,paid 2024,paid 2025\nMoll,yes,no\nThoma,no,yes\nGehrke,yes,no\nMoll,no,yes\n"
    columns = {name for name, _ in read("who has not paid for 2025?", content=content)}
    assert columns == {"name", "paid 2025"}
    assert {"paid 2024", "paid 2025"} <= {name for name, _ in read("who has not paid?", content=content)}


def test_true_and_false_are_shown_as_yes_and_no() -> None:
    content = '[{"a": 1, "lent": true}, {"a": 2, "lent": false}, {"a": 3, "lent": true}]'
    assert read("what is still out?", "tools.json", content) == [("lent", ("yes", "no"))]


@pytest.mark.parametrize(
    ("odds", "meant"),
    [
        ({"open": 1.1, "waived": 0.3, "settled": 0.3}, ("open",)),
        ({"open": 0.9, "waived": 0.5, "settled": -0.4}, ("open", "waived")),
        ({"open": 0.4, "waived": 0.3, "settled": 0.0}, ()),
    ],
)
def test_the_values_above_the_widest_gap_are_meant(odds: dict[str, float], meant: tuple[str, ...]) -> None:
    assert Category(("a.csv", "", "state"), ("settled", "waived", "open")).meant(odds) == meant


PRICE, HOURS, KM = (("a.csv", "", column) for column in ("price", "hours", "km"))


@pytest.mark.parametrize(
    ("odds", "meant"),
    [
        ({PRICE: 1.8, HOURS: 1.0, KM: 0.2}, PRICE),
        ({PRICE: 1.8, HOURS: 1.5}, None),
        ({PRICE: 0.3, HOURS: -0.5}, None),
        ({}, None),
    ],
)
def test_the_column_ahead_of_all_others_is_meant(odds: dict[Place, float], meant: Place | None) -> None:
    assert meant_column(odds) == meant


@pytest.mark.parametrize(
    ("request_text", "columns"),
    [("what did we earn?", ["price", "hours"]), ("the sum of all hours", []), ("Hours worked?", [])],
)
def test_a_column_that_is_named_needs_no_question(request_text: str, columns: list[str]) -> None:
    file = data_file("a.csv", b"name,price,hours\nfig,3,4\nplum,5,6\n")
    assert file is not None
    places = number_columns(Subject(request_text, "", (file,), Run(True, "")))
    assert [column for _, _, column in places] == columns


@pytest.mark.parametrize(
    ("program", "measures"),
    [
        ("print(max(rows, key=lambda row: row['stars'])['name'])", True),
        ("rows.sort(key=lambda row: row['stars'])", True),
        ("for row in rows:\n    total += row['stars']", True),
        ("if best is None or row['stars'] > best['stars']:\n    best = row", True),
        ("print([row['name'] for row in rows if row['stars'] > 3])", False),
        ("print(max(rows, key=lambda row: row['name']))", False),
        ("print(len(rows))", False),
        ("print(", False),
    ],
)
def test_a_program_measures_rows_by_what_it_compares_or_adds_up(program: str, measures: bool) -> None:
    file = data_file("cafes.csv", b"name,stars,seats\nOda,4,20\nLuna,5,12\n")
    assert file is not None
    subject = Subject("which is the best?", program, (file,), Run(True, ""))
    assert measured_columns(subject) == (("stars", "seats") if measures else ())
    named = Subject("which has most seats?", program, (file,), Run(True, ""))
    assert measured_columns(named) == ()


@pytest.mark.parametrize(
    ("program", "column"),
    [
        ("print(sum(row['since'] for row in rows) / len(rows))", "since"),
        ("print(mean([int(row['since']) for row in rows]))", "since"),
        ("total = 0\nfor row in rows:\n    total += row['since']\nprint(total / 3)", "since"),
        ("print(sum(2025 - row['since'] for row in rows) / len(rows))", ""),
        ("print(sum(1 for row in rows if row['since'] > 2000))", ""),
        ("print(max(row['since'] for row in rows))", ""),
        ("print(sum(row['seats'] for row in rows))", ""),
    ],
)
def test_years_are_not_added_up(program: str, column: str) -> None:
    file = data_file("cafes.csv", b"name,since,seats\nOda,1998,2000\nLuna,2015,12\n")
    assert file is not None
    assert added_years(Subject("what is the average age?", program, (file,), Run(True, ""))) == column
    assert added_years(Subject("what is the mean of since?", program, (file,), Run(True, ""))) == ""


@pytest.mark.parametrize(
    ("condition", "tested"),
    [
        ("row['state'] == ''", True),
        ("row['state'].strip() not in ('', None)", True),
        ("row.get('state') is None", True),
        ("row['client'] and not row['state']", True),
        ("row['state']", True),
        ("row['state'] != 'done'", False),  # what it says counts, too
        ("len(row['state']) > 2", False),
        ("row['state'] == '' and print(row['state'])", False),
        ("row['client'] == ''", False),  # never blank
    ],
)
def test_a_column_may_be_used_for_whether_it_is_blank_alone(condition: str, tested: bool) -> None:
    file = data_file("bills.csv", ROWS.encode())
    assert file is not None
    for program in (
        f"for row in rows:\n    if {condition}:\n        print(row['no'])",
        f"print(len([row for row in rows if {condition}]))",
    ):
        found = columns_only_tested(Subject("how many?", program, (file,), Run(True, "")))
        assert found == ([("bills.csv", "", "state")] if tested else []), program
