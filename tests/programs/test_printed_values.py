from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.programs.printed_values import without_float_noise


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        ("Total: -1157.4499999999998 EUR", "Total: -1157.45 EUR"),
        ("0.30000000000000004, 16.990000000000002", "0.3, 16.99"),
        ("3.3333333333333335", "3.3333333333333335"),
        ("0.00000000000001", "0.00000000000001"),
        ("10.0.0000000000000.1 v1.00000000000000", "10.0.0000000000000.1 v1.00000000000000"),
    ],
)
def test_noise_of_floating_point_is_not_shown(printed: str, shown: str) -> None:
    assert without_float_noise(printed) == shown


@given(st.lists(st.integers(-(10**7), 10**7), min_size=1, max_size=30))
def test_a_sum_of_amounts_in_cents_is_shown_as_one(cents: list[int]) -> None:
    total = sum(cent / 100 for cent in cents)
    assert abs(float(without_float_noise(repr(total))) - sum(cents) / 100) < 1e-9
    if abs(sum(cents)) > 100:
        assert len(without_float_noise(repr(total)).partition(".")[2]) <= 2
