from __future__ import annotations

import pytest

from pandora.programs.language.unit_names import is_unit_of


@pytest.mark.parametrize(
    ("measure", "column", "fits"),
    [
        ("temperature", "celsius", True),
        ("weight", "weight_kg", True),
        ("distance", "km", True),
        ("duration", "min", True),
        ("price", "eur", False),
        ("rating", "stars", False),
        ("speed", "km", False),
        ("name", "no", False),
    ],
)
def test_a_column_may_be_named_by_the_unit_of_a_measure(measure: str, column: str, fits: bool) -> None:
    assert is_unit_of(measure, column) is fits
