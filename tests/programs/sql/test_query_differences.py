"""What a query subtracts: amounts of which some are blank, and days."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.inside.program_functions import table
from pandora.programs.inside.sql_query import query
from pandora.programs.sql.queried_tables import queried_tables
from pandora.programs.sql.query_repair import repaired_queries

LOANS = """id;tool;due;back;minimum;stock;celsius;normal
1;saw;2025-03-01;2025-03-04;5;2;-3;1
2;drill;2025-03-28;2025-04-02;4;;2;1
3;sander;2025-05-05;;3;9;4;6
"""


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT tool, back - due FROM loans WHERE back > due", [["saw", 3], ["drill", 5]]),
        ("SELECT tool, due - '2025-03-01' FROM loans WHERE id = 3", [["sander", 65]]),
        ("SELECT tool, minimum - stock AS lacks FROM loans WHERE stock < minimum", [["saw", 3], ["drill", 4]]),
        ("SELECT tool, 5 - stock FROM loans WHERE stock IS NULL OR stock < 5", [["saw", 3], ["drill", 5]]),
    ],
)
def test_a_difference_counts_blanks_that_are_taken_and_of_days_their_number(
    tmp_path: Path, sql: str, rows: list[list[object]]
) -> None:
    (tmp_path / "loans.csv").write_text(LOANS, encoding="utf-8")
    (repaired,) = repaired_queries(sql, queried_tables(("loans.csv",), tmp_path))
    assert [list(row.values()) for row in query(repaired, loans=table(str(tmp_path / "loans.csv")))] == rows
