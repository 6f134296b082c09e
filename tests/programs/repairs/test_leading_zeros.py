from __future__ import annotations

import pytest

from pandora.programs.repairs.leading_zeros import without_leading_zeros


@pytest.mark.parametrize(
    ("code", "mended"),
    [
        ("start = datetime(2024, 01, 05, 08, 5)\nend = 09\n", "start = datetime(2024, 1, 5, 8, 5)\nend = 9\n"),
        ("print('ä', 007)\n", "print('ä', 7)\n"),
        ("print('08:05', 0, 0.05, 0x0f, 10)\n", "print('08:05', 0, 0.05, 0x0f, 10)\n"),
        ("x = (05\n", "x = (5\n"),
        ("print(", "print("),
        ("", ""),
    ],
)
def test_numbers_lose_the_zeros_before_them(code: str, mended: str) -> None:
    assert without_leading_zeros(code) == mended
