from __future__ import annotations

import pytest

from pandora.programs.worked_out_numbers import worked_out, worked_out_of_sentences


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


RENT = "The basic rent is 640 per month. The advance is 110. Together 750 are due on the third working day."
DEPOSIT = "The tenant pays a deposit of three times the basic rent. It may be paid in parts."


def test_two_sentences_that_share_their_words_work_a_number_out() -> None:
    assert worked_out_of_sentences("1,920", [DEPOSIT], [RENT, DEPOSIT]) == "3 × 640"
    assert worked_out_of_sentences("2250", [DEPOSIT], [RENT, DEPOSIT]) == ""  # 3 × 750: nothing links them
    assert worked_out_of_sentences("1920", [RENT], [RENT]) == ""
    assert worked_out_of_sentences("9", [DEPOSIT], [RENT, DEPOSIT]) == ""
