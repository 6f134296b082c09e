"""Which numbers a value has, and which of them a FINAL made up."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from pandora.sessions.inside.value_numbers import numbers_in_text, numbers_of, unfounded


def made_up(expression: str, value: Any, **variables: Any) -> list[str]:
    return unfounded(ast.parse(expression, mode="eval").body, value, variables)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("sum(1 for row in rows if row > 3)", 1),
        ("sum(1 if row > 3 else 0 for row in rows)", 1),
        ("len([row for row in rows if row > 5])", 5),
        ("len(rows) * 100 // len(rows)", 100),
        ("[row * 100 for row in rows][:1]", [100]),
        ("round(rows[0], ndigits=1)", 1.0),
        ("sorted(rows, key=lambda row: row % 7)[0]", 7),
    ],
)
def test_a_number_that_counts_compares_or_scales_is_not_made_up(expression: str, value: Any) -> None:
    assert made_up(expression, value, rows=[0.96, 20, 30]) == []


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("sum(42 for row in rows)", 42),
        ("sum(1 if row > 3 else 42 for row in rows)", 42),
        ("[42 for row in rows]", [42, 42]),
        ("rows[0] if rows[0] > 3 else 42", 42),
        ("'%d of 42' % rows[0]", "20 of 42"),
        ("max(rows, default=42)", 42),
    ],
)
def test_a_number_that_the_expression_brings_is_made_up(expression: str, value: Any) -> None:
    assert made_up(expression, value, rows=[20, 30]) == ["42"]


def test_a_part_of_a_digest_is_no_number_that_takes_minutes() -> None:
    assert numbers_in_text("commit 7e12345678 of 2e3 lines, 1.5e2 of them") == [2000, 150]


def test_what_is_larger_than_any_float_is_no_number() -> None:
    large = "9" * 400
    assert list(numbers_of([10**400, float("inf"), large, f"{large}.5", "1e999", 7])) == [7]
    assert made_up("large", 10**400, large=10**400) == []
