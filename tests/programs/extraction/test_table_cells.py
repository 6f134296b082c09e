from __future__ import annotations

import csv
import io
import json

import pytest

from pandora.programs.extraction.table_cells import (
    Cell,
    Row,
    in_order,
    plain_counts,
    read_row,
    settled_columns,
    shown_row,
    table_text,
)


def settled(*cells: str) -> list[str]:
    rows = [Row(str(number), {"c": Cell(cell, cell, 1)}) for number, cell in enumerate(cells)]
    return settled_columns(rows, ["c"])["c"]


@pytest.mark.parametrize(
    ("cells", "plain"),
    [
        (["71.40", "€351.20", ""], ["71.40", "351.20", ""]),
        (["1.234,50 EUR", "12,00 EUR"], ["1234.50", "12.00"]),
        (["1,234", "$1,500.25"], ["1234", "1500.25"]),
        (["85.32", "128.50 euros", "1.475,60 EUR"], ["85.32", "128.50", "1475.60"]),
        (["3 owls", "4 owls"], ["3 owls", "4 owls"]),
        (["Motel 6", "Hotel 7", "9"], ["Motel 6", "Hotel 7", "9"]),
        (["0555 210 334", "0555 1"], ["0555 210 334", "0555 1"]),
        (["$1", "€2"], ["$1", "€2"]),
        (["9001764", "KP-20417"], ["9001764", "KP-20417"]),
        (["INV-2041", "INV-2042"], ["INV-2041", "INV-2042"]),
        (["240.00 USD", "CHF 85.50"], ["240.00 USD", "CHF 85.50"]),
        (["240.00 USD", "USD 85.50"], ["240.00", "85.50"]),
    ],
)
def test_a_column_of_amounts_is_plain_and_any_other_stays(cells: list[str], plain: list[str]) -> None:
    assert settled(*cells) == plain


@pytest.mark.parametrize(
    ("column", "cells", "bare"),
    [
        (
            "Rechnungsnummer",
            ["KO-17", "INVOICE 2025/118", "Rechnung Nr. 64", "5590-B", "9"],
            ["KO-17", "2025/118", "64", "5590-B", "9"],
        ),
        ("flat", ["Flat 3", "No. 4", "5", "6", "7"], ["3", "4", "5", "6", "7"]),
        ("plane", ["Boeing 737", "A320", "A380"], ["Boeing 737", "A320", "A380"]),
        ("note", ["Windows 11", "iOS17", "Android14"], ["Windows 11", "iOS17", "Android14"]),
    ],
)
def test_labels_go_from_columns_of_numbers_alone(column: str, cells: list[str], bare: list[str]) -> None:
    rows = [Row(str(number), {column: Cell(cell, cell, 1)}) for number, cell in enumerate(cells)]
    assert settled_columns(rows, [column])[column] == bare


@pytest.mark.parametrize(
    ("cells", "request_", "plain", "doubted"),
    [
        (["12", "14 owls", "8", "1 owl", "9"], "how many owls?", ["12", "14", "8", "1", "9"], 0),
        (["12", "31 gulls", "9"], "how many owls?", ["12", "31 gulls", "9"], 1),
        (["12 km", "31 km", "9"], "how far?", ["12 km", "31 km", "9"], 0),
        (["12", "none", "9", ""], "how many owls?", ["12", "none", "9", ""], 0),
    ],
)
def test_a_count_among_plain_numbers_is_of_what_the_task_names(
    cells: list[str], request_: str, plain: list[str], doubted: int
) -> None:
    rows = [Row(str(number), {"c": Cell(cell, cell, 1)}) for number, cell in enumerate(cells)]
    counted, doubts = plain_counts(rows, ["c"], request_)
    assert ([row.cells["c"].value for row in counted], len(doubts)) == (plain, doubted)


@pytest.mark.parametrize(
    ("column", "plain"),
    [
        ("peso en kg", ["31.0", "18.2", "24", ""]),
        ("peso", ["31,0 kg", "18,2", "24 kg", ""]),
    ],
)
def test_a_unit_that_the_name_of_the_column_has_is_not_in_its_cells(column: str, plain: list[str]) -> None:
    cells = ["31,0 kg", "18,2", "24 kg", ""]
    rows = [Row(str(number), {column: Cell(cell, cell, 1)}) for number, cell in enumerate(cells)]
    assert settled_columns(rows, [column])[column] == plain


def test_a_date_among_other_words_stays_as_its_text_has_it() -> None:
    dates = [
        Cell("2024-03-19", "19 March 2024", 3),
        Cell("", "", 0, "not said"),
        Cell("2024-01-30", "2024-01-30", 1),
    ]
    rows = [Row(str(number), {"c": cell}) for number, cell in enumerate(dates)]
    assert settled_columns(rows, ["c"])["c"] == ["2024-03-19", "", "2024-01-30"]
    other = Row("x", {"c": Cell("soon", "soon", 2)})
    assert settled_columns([*rows, other], ["c"])["c"] == ["19 March 2024", "", "2024-01-30", "soon"]


def test_a_row_reads_back_also_where_a_person_put_it_on_one_line() -> None:
    shown = shown_row(
        "a.txt", {"name": "Ann Low [line 1]", "date": "2024-01-30 [line 2: 30 Jan 2024]", "x": "- [not said]"}
    )
    for text in (shown, " ".join(shown.split())):
        row = read_row(text, "a.txt", ["name", "date", "x"])
        assert row is not None
        assert list(row.cells.values()) == [
            Cell("Ann Low", "Ann Low", 1),
            Cell("2024-01-30", "30 Jan 2024", 2),
            Cell("", "", 0, "not said"),
        ]
    assert read_row(shown, "b.txt", ["name", "date", "x"]) is None


def test_the_file_has_the_form_of_its_ending() -> None:
    values = {"name": ['Low, "Ann"', "B|c"], "date": ["", "2024"]}
    assert list(csv.reader(io.StringIO(table_text(values, "t.csv")))) == [
        ["name", "date"],
        ['Low, "Ann"', ""],
        ["B|c", "2024"],
    ]
    assert json.loads(table_text(values, "t.json")) == [
        {"name": 'Low, "Ann"', "date": None},
        {"name": "B|c", "date": 2024},
    ]
    assert table_text(values, "t.tsv").splitlines()[0] == "name\tdate"
    assert table_text(values).splitlines()[2:] == ['| Low, "Ann" |  |', "| B\\|c | 2024 |"]


def test_a_date_that_is_not_clear_is_read_as_the_one_nearer_to_the_others() -> None:
    known = [Cell("2024-04-02", "2 April 2024", 1), Cell("2024-04-09", "9 April 2024", 1)]
    rows = [
        Row(str(number), {"c": cell})
        for number, cell in enumerate([*known, Cell("12/04/2024", "12/04/2024", 1)])
    ]
    assert settled_columns(rows, ["c"])["c"] == ["2024-04-02", "2024-04-09", "2024-04-12"]
    rows[-1] = Row("2", {"c": Cell("04/05/2024", "04/05/2024", 1)})
    assert settled_columns(rows, ["c"])["c"][-1] == "04/05/2024"


def test_rows_in_order_of_numbers_dates_or_words() -> None:
    values = {"n": ["10", "9", ""], "d": ["9 April 2024", "2024-04-02", "2024-05-01"], "w": ["é", "f", "d"]}
    assert in_order(values, "n", False)["w"] == ["f", "é", "d"]
    assert in_order(values, "n", True)["w"] == ["é", "f", "d"]
    assert in_order(values, "d", False)["w"] == ["f", "é", "d"]
    assert in_order(values, "w", False)["n"] == ["", "10", "9"]


def test_figures_within_words_are_ordered_as_numbers() -> None:
    assert in_order({"t": ["10:30", "9:00", ""]}, "t", False)["t"] == ["9:00", "10:30", ""]
    assert in_order({"r": ["Room 10", "Room 9"]}, "r", False)["r"] == ["Room 9", "Room 10"]


def test_days_whose_words_have_no_year_are_the_dates_that_they_were_read_as() -> None:
    cells = [Cell("2025-05-10", "10 May.", 1), Cell("2025-05-09", "9 May", 2), Cell()]
    rows = [Row(f"{number}.txt", {"c": cell}) for number, cell in enumerate(cells)]
    assert settled_columns(rows, ["c"])["c"] == ["2025-05-10", "2025-05-09", ""]
