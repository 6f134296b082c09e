from __future__ import annotations

import pytest

from pandora.programs.opening.loaded_variables import Loaded
from pandora.programs.sql.earlier_results import with_earlier_results
from pandora.programs.sql.queried_tables import QueriedColumn, QueriedTable

COLUMNS = [QueriedColumn("reading", "number", False, ""), QueriedColumn("by", "text", False, "")]
TABLES = [QueriedTable("meter", Loaded("rows", "", "", []), COLUMNS)]
FIRST = "SELECT MAX(reading) - MIN(reading) AS kWh FROM meter WHERE by = 'E'"
INNER = "( SELECT MAX(reading) - MIN(reading) FROM meter WHERE by = 'E' )"


def second(sql: str) -> str:
    first, found = with_earlier_results([FIRST, sql], TABLES)
    assert first == FIRST
    return " ".join(found.split())


@pytest.mark.parametrize(
    ("sql", "meant"),
    [
        ("SELECT kwh * 0.38 AS pay FROM meter WHERE by = 'E'", f"SELECT {INNER} * 0.38 AS pay"),
        ("SELECT reading / kWh FROM meter", f"SELECT reading / {INNER} FROM meter"),
        ("SELECT kWh FROM (SELECT 3 AS kWh) AS s", ""),
        ("SELECT by FROM meter", ""),
        ("no query (", ""),
    ],
)
def test_a_name_of_an_earlier_value_is_that_value(sql: str, meant: str) -> None:
    assert second(sql) == (meant or sql)


def test_a_third_query_goes_on_with_the_second() -> None:
    queries = [FIRST, "SELECT kWh * 0.38 AS pay FROM meter", "SELECT pay / 2 FROM meter"]
    assert " ".join(with_earlier_results(queries, TABLES)[2].split()) == f"SELECT ( SELECT {INNER} * 0.38 ) / 2"


def test_what_has_many_rows_is_no_value() -> None:
    groups = "SELECT by, SUM(reading) AS total FROM meter GROUP BY by"
    assert with_earlier_results([groups, "SELECT total FROM meter"], TABLES)[1] == "SELECT total FROM meter"
