from __future__ import annotations

import pytest

from pandora.programs.opening.loaded_variables import Loaded
from pandora.programs.sql.queried_tables import QueriedTable
from pandora.programs.sql.range_columns import with_ranges_that_hold

ROWS = [
    {"game": "Azul", "von": 2, "bis": 4, "minutes": 1},
    {"game": "Dixit", "von": 3, "bis": 6, "minutes": 30},
    {"game": "Risk", "von": 2, "bis": 6, "minutes": 180},
]
TABLES = [QueriedTable("games", Loaded("rows", 'table("games.json")', "", ROWS), [])]


@pytest.mark.parametrize(
    ("where", "meant"),
    [
        ("von = 6 AND bis = 6 AND minutes <= 60", "von <= 6 AND bis >= 6 AND minutes <= 60"),
        ('"von" = 3 AND "bis" = 3', '"von" <= 3 AND "bis" >= 3'),
        ("von = 2 AND bis = 6", ""),
        ("bis = 6", ""),
        ("von = 6 OR bis = 6", ""),
        ("von = 6 AND minutes = 6", ""),
    ],
)
def test_a_number_in_both_ends_is_one_within_the_range(where: str, meant: str) -> None:
    sql = f"SELECT game FROM games WHERE {where}"
    found = " ".join(with_ranges_that_hold(sql, TABLES).split())
    assert found == f"SELECT game FROM games WHERE {meant or where}"


def test_what_is_no_query_stays() -> None:
    assert with_ranges_that_hold("no query (", TABLES) == "no query ("
