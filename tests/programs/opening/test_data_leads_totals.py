from __future__ import annotations

from typing import Any

import pytest

from pandora.programs.inside.program_functions import totals
from pandora.programs.opening.data_leads import totals_lines

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
        (f"{ASKED} Only those of amount 5.", {"rows": SPENT}),  # a value of it is named, and not the column
        (ASKED, {"rows": "text"}),
        (ASKED, {}),
    ],
)
def test_where_it_is_not_plain_nothing_is_shown(request_text: str, loaded: dict[str, Any]) -> None:
    assert totals_lines(request_text, loaded) == []


def test_rows_without_an_amount_are_passed_over() -> None:
    assert totals([{"a": "x", "b": "$2"}, {"a": "x", "b": None}, {"a": "y", "b": ""}], "a", "b") == [("x", 2)]
