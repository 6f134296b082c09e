from __future__ import annotations

import pytest

from pandora.programs.sql.carried_conditions import with_carried_conditions

FAILED = "SELECT COUNT(*) FROM access WHERE status = 500"
PATHS = "SELECT path FROM access GROUP BY path ORDER BY COUNT(*) DESC LIMIT 1"
HOW_MANY = "How many requests were answered with status 500"


@pytest.mark.parametrize(
    ("queries", "part", "carried"),
    [
        ([FAILED, PATHS], "which path had the most of them", True),
        ([FAILED, PATHS.replace("access", "other")], "which path had the most of them", False),
        ([FAILED, PATHS], "which path is asked for most often", False),
        ([FAILED, PATHS.replace("GROUP", "WHERE size > 9 GROUP")], "which path had the most of them", False),
        ([PATHS, FAILED], "how many of them were there", False),
        ([FAILED, "SELECT"], "which path had the most of them", False),
        ([FAILED], "", False),
    ],
)
def test_a_part_that_points_back_has_the_conditions_of_the_first(
    queries: list[str], part: str, carried: bool
) -> None:
    found = with_carried_conditions(queries, [HOW_MANY, *([part] if part else [])])
    assert ("status = 500" in found[-1]) is (carried or queries[-1] == FAILED)
    assert carried or found == queries
