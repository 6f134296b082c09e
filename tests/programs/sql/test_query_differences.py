"""What a query subtracts: what lacks, amounts of which some are blank, and days."""

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
        ("SELECT tool, due - back FROM loans WHERE due < back", [["saw", 3], ["drill", 5]]),  # turned
        ("SELECT SUM(CASE WHEN due < back THEN 2 * (due - back) ELSE 0 END) FROM loans", [[16]]),
        ("SELECT tool, due - '2025-03-01' FROM loans WHERE id = 3", [["sander", 65]]),
        ("SELECT tool, stock - minimum AS lacks FROM loans WHERE stock < minimum", [["saw", 3], ["drill", 4]]),
        ("SELECT tool, stock - minimum FROM loans WHERE stock > minimum", [["sander", 6]]),
        ("SELECT tool, 5 - stock FROM loans WHERE stock IS NULL OR stock < 5", [["saw", 3], ["drill", 5]]),
        ("SELECT tool, celsius - normal FROM loans WHERE celsius < normal", [["saw", -4], ["sander", -2]]),
    ],
)
def test_a_difference_is_what_lacks_and_of_days_their_number(
    tmp_path: Path, sql: str, rows: list[list[object]]
) -> None:
    """But where numbers of the data are below zero, a difference may be, too."""
    (tmp_path / "loans.csv").write_text(LOANS, encoding="utf-8")
    (repaired,) = repaired_queries(sql, queried_tables(("loans.csv",), tmp_path))
    assert [list(row.values()) for row in query(repaired, loans=table(str(tmp_path / "loans.csv")))] == rows


def test_a_difference_stays_where_not_every_row_meets_the_comparison(tmp_path: Path) -> None:
    (tmp_path / "months.csv").write_text("month,income,costs\n1,500,300\n2,100,500\n", encoding="utf-8")
    sql = "SELECT income - costs, CASE WHEN income < costs THEN 'loss' ELSE 'gain' END FROM months"
    (repaired,) = repaired_queries(sql, queried_tables(("months.csv",), tmp_path))
    rows = query(repaired, months=table(str(tmp_path / "months.csv")))
    assert [list(row.values()) for row in rows] == [[200, "gain"], [-400, "loss"]]
