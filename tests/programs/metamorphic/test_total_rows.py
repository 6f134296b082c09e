from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs.metamorphic.tried_relation import TABLE, verdict

COSTS = "item,cost,pieces\nrent,400,1\nfood,210.5,12\nbus,49,3\nphone,20,2\nSumme,679.5,18\n"
FEW = "item,pieces\nrent,2\nfood,1\nbus,3\n"


@pytest.mark.parametrize(
    ("program", "state"),
    [
        ("print(sum(r['cost'] for r in rows))", "violated"),
        ("print('Total:', sum(r['cost'] for r in rows if r['pieces'] > 2))", "violated"),
        ("print(len(rows))", "violated"),
        ("print(sum(r['cost'] for r in rows) / len(rows))", "violated"),
        ("print(max(rows, key=lambda r: r['cost'])['item'])", "violated"),
        ("print(sum(r['cost'] for r in rows[:-1]))", "not applicable"),
        ("print(sum(r['cost'] for r in rows if r['item'] != 'Summe'))", "held"),
        ("print(max(rows[:-1], key=lambda r: r['pieces'])['item'])", "held"),
        ("print(rows[-1]['cost'])", "not applicable"),
        ("print([r['cost'] for r in rows if r['item'] == 'Summe'][0])", "not applicable"),
        ("print(*[r['item'] for r in rows], sep='\\n')", "not applicable"),
        ("print(next(r['cost'] for r in rows if r['item'] == 'bus'))", "held"),
    ],
)
def test_a_row_of_sums_is_no_row_to_add_up(program: str, state: str, tmp_path: Path) -> None:
    found = verdict("total rows", "How much is it?", TABLE + program, tmp_path, COSTS)
    assert found.state == state
    assert ("Summe" in found.reason) is (state == "violated")


def test_three_whole_numbers_may_add_up_by_chance(tmp_path: Path) -> None:
    program = TABLE + "print(sum(r['pieces'] for r in rows))"
    assert verdict("total rows", "How many pieces?", program, tmp_path, FEW).state == "not applicable"


@pytest.mark.parametrize("relation", ["order", "duplication"])
def test_a_program_may_leave_out_the_last_row_where_that_has_the_sums(relation: str, tmp_path: Path) -> None:
    program = TABLE + "print(sum(r['cost'] for r in rows[:-1]))"
    assert verdict(relation, "How much is it?", program, tmp_path, COSTS).state == "held"
