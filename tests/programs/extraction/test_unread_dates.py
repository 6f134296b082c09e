from __future__ import annotations

import pytest

from pandora.programs.extraction.table_cells import Cell, Row
from pandora.programs.extraction.unread_dates import with_unread_dates

COLUMNS = ("rent", "free from")
READ = Row("a.txt", {"rent": Cell("840", "840", 1), "free from": Cell("2025-07-01", "1 July 2025", 1)})


def unread(row: Row, text: str, request: str = "") -> tuple[str, list[str]]:
    """The value of the cell, and the questions."""
    rows, questions = with_unread_dates([READ, row], COLUMNS, {"b.txt": text}, request)
    assert rows[0] is READ
    return rows[1].cells["free from"].value, questions


@pytest.mark.parametrize(
    ("text", "value", "asked"),
    [
        ("Rent 700.\nTo let from 3 August 2025.", "2025-08-03", ""),
        ("Rent 700.\nSeen on 3 August 2025.", "", "nothing or 3 August 2025 (line 2)?"),
        ("From 3 August 2025, seen on 3 May 2025.", "", "nothing or 3 August 2025 (line 1)?"),
        ("Rent 700. Free now.", "", ""),
        ("", "", ""),
    ],
)
def test_a_date_that_no_cell_has_is_taken_where_the_column_says_so_and_else_asked_about(
    text: str, value: str, asked: str
) -> None:
    found, questions = unread(Row("b.txt", {"rent": Cell("700", "700", 1), "free from": Cell()}), text)
    assert (found, questions) == (value, [f"free from of b.txt: {asked}"] if asked else [])


def test_the_answer_of_a_person_is_the_cell() -> None:
    row = Row("b.txt", {"rent": Cell("700", "700", 1), "free from": Cell()})
    text = "Seen on 3 May 2025, empty on 3 August 2025."
    assert unread(row, text, "Make a table. It is 3 August 2025.") == ("2025-08-03", [])


def test_a_date_of_another_cell_is_read() -> None:
    row = Row("b.txt", {"rent": Cell("2025-08-03", "3 August 2025", 1), "free from": Cell()})
    assert unread(row, "Free from 3 August 2025.") == ("", [])


def test_a_column_of_other_values_has_no_dates() -> None:
    row = Row("b.txt", {"rent": Cell(), "free from": Cell("2025-07-01", "1 July 2025", 1)})
    assert unread(row, "Rent from 1 July 2025, seen on 3 May 2025.") == ("2025-07-01", [])
