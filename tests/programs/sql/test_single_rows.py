from __future__ import annotations

import pytest

from pandora.programs.opening.loaded_variables import Loaded
from pandora.programs.sql.queried_tables import QueriedTable
from pandora.programs.sql.single_rows import without_single_rows

ROWS = [
    {"what": "Train there", "who": "Ruth", "amount": 148.8},
    {"what": "Hut first night", "who": "Ole", "amount": 162},
    {"what": "Cable car", "who": "Ruth", "amount": 93},
]
TABLES = [QueriedTable("costs", Loaded("rows", 'table("costs.csv")', "", ROWS), [])]
REQUEST = "What did the hut weekend cost, and what did Ruth pay?"


@pytest.mark.parametrize(
    ("sql", "kept"),
    [
        ("SELECT SUM(amount) FROM costs WHERE what = 'Hut first night'", "SELECT SUM(amount) FROM costs"),
        (
            "SELECT SUM(amount) FROM costs WHERE who = 'Ruth' AND what = 'cable car'",
            "SELECT SUM(amount) FROM costs WHERE who = 'Ruth'",
        ),
        ("SELECT SUM(amount) FROM costs WHERE who = 'Ole'", ""),
        ("SELECT amount FROM costs WHERE what = 'Cable car'", ""),
        ("SELECT SUM(amount) FROM costs WHERE what = 'Cable car' OR who = 'Ruth'", ""),
        ("SELECT who, SUM(amount) FROM costs WHERE what = 'Cable car' GROUP BY who", ""),
        ("no query at all (", ""),
    ],
)
def test_what_adds_up_looks_for_no_single_row(sql: str, kept: str) -> None:
    assert " ".join(without_single_rows(sql, TABLES, REQUEST).split()) == (kept or sql)


def test_a_row_that_the_request_names_is_meant() -> None:
    sql = "SELECT SUM(amount) FROM costs WHERE what = 'Cable car'"
    assert without_single_rows(sql, TABLES, "What did the cable car cost?") == sql
