from __future__ import annotations

import pytest

from pandora.programs.inside.decimal_noise import without_noise


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("392.19999999999993 EUR", "392.2 EUR"),
        ("-1157.4499999999998", "-1157.45"),
        ("0.30000000000000004, 1352.5000000000002.", "0.3, 1352.5."),
        ("0.6666666666666666", "0.6666666666666666"),
        ("52.52000659", "52.52000659"),
        ("version 1.2.30000000000000004", "version 1.2.30000000000000004"),
        ("1.0000000000000002e-05", "1.0000000000000002e-05"),
    ],
)
def test_noise_of_binary_arithmetic_is_left_out(text: str, tidy: str) -> None:
    assert without_noise(text) == tidy
