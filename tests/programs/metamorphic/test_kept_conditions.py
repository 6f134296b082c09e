from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.sql.query_shape import query_call
from tests.programs.metamorphic.tried_relation import TABLE, verdict

SEEDS = "kind,packets,until,bought\nbean,2,2024,2023-08-01\npea,3,2027,2023-09-02\n"
SEEDS += "dill,1,2023,2023-08-05\nkale,4,2026,2023-10-01\n"
ASKED = "Which kinds are good until 2024 at the longest? And how many packets is that altogether?"
LISTED = "print([r['kind'] for r in rows if r['until'] <= 2024])\n"


@pytest.mark.parametrize(
    ("program", "state"),
    [
        (LISTED + "print(sum(r['packets'] for r in rows))", "violated"),
        (LISTED + "print(sum(r['packets'] for r in rows if r['until'] <= 2024))", "held"),
        (LISTED + "print(sum(r['packets'] for r in rows if r['until'] < 2025))", "not applicable"),
        ("for r in rows:\n    if r['until'] > 2024:\n        continue\n    print(r['kind'])", "held"),
        ("print(len(rows))", "not applicable"),
    ],
)
def test_a_condition_with_a_named_number_holds_for_all_that_is_given(
    program: str, state: str, tmp_path: Path
) -> None:
    found = verdict("kept conditions", ASKED, TABLE + program, tmp_path, SEEDS)
    assert found.state == state
    assert state != "violated" or "`until <= 2024` is true" in found.reason
    assert state != "violated" or "as a share does" in found.question


def test_the_month_of_a_query_holds_for_its_second_query(tmp_path: Path) -> None:
    asked = "How many packets did I buy in August, and which kind most?"
    august = "SELECT SUM(packets) FROM a WHERE bought LIKE '2023-08%'"
    most = "SELECT kind FROM a{} ORDER BY packets DESC LIMIT 1"
    for where, state in (("", "violated"), (" WHERE bought LIKE '2023-08%'", "held")):
        calls = (query_call(sql, {"a": "rows"}) for sql in (august, most.format(where)))
        source = TABLE + "".join(f"{call}\nfor row in found:\n    print(*row.values())\n" for call in calls)
        assert verdict("kept conditions", asked, source, tmp_path, SEEDS).state == state
