"""What other databases have in their SQL, as SQLite has it."""

from __future__ import annotations

import pytest
import sqlglot

from pandora.programs.inside.sql_query import query
from pandora.programs.sql.other_dialects import as_sqlite_has_it

TRIPS = [{"at": "2025-02-10", "back": "2025-03-20", "km": None}]


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("TO_CHAR(at, 'YYYY-MM')", "2025-02"),
        ("DATE_FORMAT(at, '%Y-%m')", "2025-02"),
        ("FORMAT(at, 'yyyy-MM')", "2025-02"),
        ("FORMAT('%.2f', 2)", "2.00"),  # SQLite's own
        ("EXTRACT(MONTH FROM at)", 2),
        ("DATE_PART('year', at) * 2", 4050),
        ("DATEPART(day, at)", 10),
        ("QUARTER(back) + EXTRACT(QUARTER FROM at)", 2),
        ("DATE_TRUNC('month', at)", "2025-02-01"),
        ("at + INTERVAL '1 month' < back", 1),
        ("back - INTERVAL 2 WEEK", "2025-03-06"),
        ("ISNULL(km, 0)", 0),
        ("ISNULL(km)", 1),
        ("DATE_SUB(back, INTERVAL 2 WEEK)", "2025-03-06"),
        ("DATE_ADD(back, INTERVAL 1 MONTH)", "2025-04-20"),
        ("DATEDIFF(day, at, '2025-02-13')", 3),
        ("DATEDIFF(day, at, back)", 38),
        ("DATEDIFF(back, at)", 38),
        ("LEFT(at, 7)", "2025-02"),
        ("RIGHT(back, 2)", "20"),
        ("CONCAT(at, ' ', km)", "2025-02-10 "),
    ],
)
def test_a_function_of_another_database_is_one_of_sqlite(part: str, value: object) -> None:
    tree = as_sqlite_has_it(sqlglot.parse_one(f"SELECT {part} AS x FROM t", read="sqlite"))
    assert query(tree.sql(dialect="sqlite"), t=TRIPS) == [{"x": value}]


@pytest.mark.parametrize("part", ["TO_CHAR(at, 'Month')", "MONTHNAME(at)", "TO_CHAR(km, '999')"])
def test_what_sqlite_has_no_form_for_stays(part: str) -> None:
    tree = sqlglot.parse_one(f"SELECT {part} FROM t", read="sqlite")
    assert as_sqlite_has_it(tree.copy()) == tree


def test_a_pattern_in_the_quotes_of_a_name_is_a_text() -> None:
    tree = as_sqlite_has_it(sqlglot.parse_one('SELECT at FROM t WHERE at LIKE "%02%"', read="sqlite"))
    assert query(tree.sql(dialect="sqlite"), t=TRIPS) == [{"at": "2025-02-10"}]
