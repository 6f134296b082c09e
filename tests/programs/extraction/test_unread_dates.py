from __future__ import annotations

import pytest

from pandora.programs.extraction.table_cells import Cell, Row
from pandora.programs.extraction.unread_dates import unread_dates

COLUMNS = ("rent", "free from")
READ = Row("a.txt", {"rent": Cell("840", "840", 1), "free from": Cell("2025-07-01", "1 July 2025", 1)})


def unread(row: Row, text: str) -> list[str]:
    return unread_dates([READ, row], COLUMNS, {"b.txt": text})


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        ("Rent 700.\nFree from 3 August 2025.", ["free from of b.txt: nothing or 3 August 2025 (line 2)?"]),
        ("Rent 700. Free now.", []),
        ("", []),
    ],
)
def test_a_date_that_no_cell_has_is_asked_about(text: str, questions: list[str]) -> None:
    assert unread(Row("b.txt", {"rent": Cell("700", "700", 1), "free from": Cell()}), text) == questions


def test_a_date_of_another_cell_is_read() -> None:
    row = Row("b.txt", {"rent": Cell("2025-08-03", "3 August 2025", 1), "free from": Cell()})
    assert unread(row, "Seen on 3 August 2025.") == []


def test_a_column_of_other_values_has_no_dates() -> None:
    row = Row("b.txt", {"rent": Cell(), "free from": Cell("2025-07-01", "1 July 2025", 1)})
    assert unread(row, "Free from 1 July 2025, seen on 3 May 2025.") == []
