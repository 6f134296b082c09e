from __future__ import annotations

import pytest

from pandora.programs.sql.named_numbers import with_named_numbers
from pandora.programs.sql.query_shape import query_call

ASKED = "Which bed gave the most, and who bought the plums?"
MOST = "SELECT bed, SUM(g) AS kilos FROM a GROUP BY bed LIMIT 1"


@pytest.mark.parametrize(
    ("queries", "text", "told"),
    [
        (["SELECT SUM(g) / 1000 AS total_kilos FROM a"], "13.25", "total kilos: 13.25"),
        (["SELECT SUM(g) FROM a"], "13.25", "13.25"),
        (["SELECT name FROM a LIMIT 1"], "plum", "plum"),
        (
            ["SELECT bed, SUM(g) AS kilos FROM a GROUP BY bed LIMIT 1"],
            "Greenhouse 6.51",
            "Greenhouse, kilos: 6.51",
        ),
        (["SELECT bed, SUM(g) AS kilos FROM a GROUP BY bed LIMIT 1"], "Old bed 6.51", "Old bed 6.51"),
        (
            ["SELECT SUM(g) AS kilos FROM a", "SELECT bed FROM a LIMIT 1"],
            "13.25\nGreenhouse",
            "kilos: 13.25\nGreenhouse",
        ),
        (['SELECT "donated by" FROM a LIMIT 1'], "Ann", "donated by: Ann"),
        (['SELECT "who bought" FROM a LIMIT 1'], "Ann", "Ann"),
        (["SELECT bed, g FROM a"], "North 2\nSouth 3", "North 2\nSouth 3"),
        (["WITH kept AS (SELECT * FROM a) SELECT COUNT(*) AS n FROM kept"], "4", "n: 4"),
    ],
)
def test_each_number_has_the_name_that_its_query_gave_it(queries: list[str], text: str, told: str) -> None:
    source = "".join(
        f"{query_call(sql, {'a': 'rows'})}\nfor row in found:\n    print(*row.values())\n" for sql in queries
    )
    assert with_named_numbers(text, f"rows = table('a.csv')\n{source}", ASKED) == told


def test_another_program_is_told_as_it_is() -> None:
    assert with_named_numbers("4", "print(4)\n", ASKED) == "4"
