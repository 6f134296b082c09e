"""Joins that a query needs and does not write."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.inside.program_functions import table
from pandora.programs.inside.sql_query import query
from pandora.programs.sql.queried_tables import Reference, queried_tables
from pandora.programs.sql.query_repair import repaired_queries

FILES = ("members.csv", "visits.csv", "fees.csv")


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Members, their visits, and what each group pays."""
    (tmp_path / "members.csv").write_text(
        "number,name,group\n20,Kate,Adults\n21,Nina,Youth\n22,Olive,Youth\n23,Dan,Adults\n"
    )
    days = "2025-01-02;20\n2025-01-03;20\n2025-01-03;21\n2025-02-01;23\n"
    (tmp_path / "visits.csv").write_text(f"day;member\n{days}")
    (tmp_path / "fees.csv").write_text("category,fee\nAdults,30\nYouth,10\n")
    return tmp_path


def found(sql: str, club: Path) -> list[list[object]]:
    """The rows that a query gives once it is repaired."""
    (repaired,) = repaired_queries(sql, queried_tables(FILES, club))
    rows = query(repaired, **{Path(path).stem: table(str(club / path)) for path in FILES})
    return [list(row.values()) for row in rows]


def test_references_are_what_the_values_show_and_the_model_is_told_them(club: Path) -> None:
    members, visits, fees = queried_tables(FILES, club)
    assert list(visits.references) == [Reference("visits", "member", "members", "number")]
    assert list(members.references) == [Reference("members", "group", "fees", "category")]
    assert not fees.references
    assert "  FOREIGN KEY (member) REFERENCES members(number)" in visits.lines


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        (
            "SELECT name, COUNT(day) FROM visits GROUP BY name ORDER BY name",
            [["Dan", 1], ["Kate", 2], ["Nina", 1]],
        ),
        (
            "SELECT name, COUNT(day) AS visits FROM members GROUP BY number "
            "HAVING COUNT(day) < 2 ORDER BY visits, name",
            [["Olive", 0], ["Dan", 1], ["Nina", 1]],
        ),
        ("SELECT * FROM visits WHERE \"group\" = 'Youth'", [["2025-01-03", 21]]),
        ("SELECT v.day FROM visits v WHERE members.name = 'Dan'", [["2025-02-01"]]),
        ("SELECT members.name FROM members m WHERE members.number = 21", [["Nina"]]),
        (
            "SELECT v.day FROM visits v JOIN members m ON v.member = m.number WHERE v.name = 'Dan'",
            [["2025-02-01"]],
        ),
        (
            "SELECT v.member, v.fee FROM visits v JOIN members m ON v.member = m.number WHERE m.name = 'Nina'",
            [[21, 10]],
        ),
        ("SELECT name FROM members a JOIN members b ON a.number = b.number WHERE number = 21", [["Nina"]]),
        ("SELECT SUM(fee) FROM members WHERE \"group\" = 'Adults'", [[60]]),
        (
            "SELECT name FROM members WHERE number IN (SELECT member FROM visits WHERE name = 'Kate')",
            [["Kate"]],
        ),
    ],
)
def test_a_query_reads_from_the_table_that_it_names_a_column_of(
    club: Path, sql: str, rows: list[list[object]]
) -> None:
    assert found(sql, club) == rows


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT name FROM members WHERE NOT EXISTS (SELECT 1 FROM visits WHERE member = number)",
        "SELECT name FROM members JOIN visits ON member = number",
        "WITH v AS (SELECT member AS name FROM visits) SELECT name FROM v",
        "SELECT fee FROM visits",
    ],
)
def test_what_reads_from_all_tables_that_it_needs_stays(club: Path, sql: str) -> None:
    """Also where code cannot tell: rows of another query, a table that neither refers to."""
    (repaired,) = repaired_queries(sql, queried_tables(FILES, club))
    assert "LEFT JOIN" not in repaired


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT name FROM members WHERE number NOT IN (SELECT number FROM visits)", [["Olive"]]),
        (
            "SELECT name FROM members WHERE number IN (SELECT number FROM visits WHERE day < '2025-01-03')",
            [["Kate"]],
        ),
        (
            "SELECT name FROM members WHERE number IN (SELECT member FROM visits WHERE day > '2025-01-31')",
            [["Dan"]],
        ),
    ],
)
def test_a_key_that_is_looked_for_in_another_table_is_called_as_there(
    club: Path, sql: str, rows: list[list[object]]
) -> None:
    assert found(sql, club) == rows
