from __future__ import annotations

import pytest

from pandora.programs.worked_out_numbers import worked_out


@pytest.mark.parametrize(
    ("number", "right"),
    [
        ("1920", True),
        ("614", True),
        ("3.25", True),
        ("32000", True),
        ("12.8", True),
        ("76", False),
        ("777", False),
    ],
)
def test_small_multiples_and_two_numbers_work_a_number_out(number: str, right: bool) -> None:
    assert worked_out(number, ["640", "50", "26", "6.50"]) is right


def test_of_many_numbers_no_two_work_another_out() -> None:
    many = [str(101 + 37 * place) for place in range(30)]
    assert worked_out("239", many[:2])
    assert not worked_out("239", many)
    assert worked_out("202", many)
