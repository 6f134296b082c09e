from __future__ import annotations

from typing import Any

import pytest

from pandora.programs.data_leads import totals_lines
from pandora.programs.inside.program_functions import totals
from pandora.programs.parsed_program import read_program
from pandora.programs.wording_rules import missing_sum

SPENT = [
    {"day": "mon", "kind": "food", "amount": 3.1},
    {"day": "tue", "kind": "pets", "amount": 5},
    {"day": "wed", "kind": "food", "amount": 2.2},
]
ASKED = "Which kind cost us the most in total, and how much was that?"


def test_the_way_to_add_up_is_shown_and_works() -> None:
    (line,) = totals_lines(ASKED, {"rows": SPENT})
    held: dict[str, Any] = {"totals": totals, "rows": SPENT}
    exec(line, held)
    assert held["amount_totals"] == [("food", 5.3), ("pets", 5)]
    assert line.endswith("# list of (kind, sum of amount), the largest first")


@pytest.mark.parametrize(
    ("request_text", "loaded"),
    [
        ("Which kind is the dearest?", {"rows": SPENT}),
        ("Which place cost the most in total?", {"rows": SPENT}),
        (ASKED, {"rows": [{**row, "price": 4} for row in SPENT]}),
        (ASKED, {"rows": "text"}),
        (ASKED, {}),
    ],
)
def test_where_it_is_not_plain_nothing_is_shown(request_text: str, loaded: dict[str, Any]) -> None:
    assert totals_lines(request_text, loaded) == []


@pytest.mark.parametrize(
    ("request_text", "code", "told"),
    [
        (ASKED, "print(max(rows, key=lambda row: row['amount']))", "adds nothing up"),
        (ASKED, "print(sum(row['amount'] for row in rows))", ""),
        (ASKED, "print(totals(rows, 'kind', 'amount'))", ""),
        (ASKED, "for row in rows:\n    found[row['kind']] += row['amount']", ""),
        (ASKED, "print(3 * 2 + 4 * 1.5)", ""),
        (ASKED, "print((", ""),
        ("What is the average length?", "print(max(rows))", "works none out"),
        ("What is the average length?", "print(sum(rows) / len(rows))", ""),
        ("What is the average length?", "print(statistics.mean(rows))", ""),
        ("Which is the dearest?", "print(max(rows))", ""),
    ],
)
def test_what_is_asked_for_must_be_worked_out(request_text: str, code: str, told: str) -> None:
    found = missing_sum(request_text, read_program(code), ["kind", "amount"])
    assert told in found
    assert bool(told) is bool(found)


def test_a_column_that_is_a_total_is_looked_up() -> None:
    assert missing_sum("Who has the highest total?", read_program("print(max(rows))"), ["name", "total"]) == ""


def test_rows_without_an_amount_are_passed_over() -> None:
    assert totals([{"a": "x", "b": "$2"}, {"a": "x", "b": None}, {"a": "y", "b": ""}], "a", "b") == [("x", 2)]
