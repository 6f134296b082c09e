from __future__ import annotations

import pytest

from pandora.programs.texts import worked_out_numbers
from pandora.programs.texts.worked_out_numbers import LinkedNumbers, worked_out, worked_out_of_sentences


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
    rent, deposit, both = LinkedNumbers([RENT]), LinkedNumbers([DEPOSIT]), LinkedNumbers([RENT, DEPOSIT])
    assert worked_out_of_sentences("1,920", [deposit], both) == "3 × 640"
    assert worked_out_of_sentences("2250", [deposit], both) == ""  # 3 × 750: nothing links them
    assert worked_out_of_sentences("1920", [rent], rent) == ""
    assert worked_out_of_sentences("9", [deposit], both) == ""


def test_of_many_sentences_only_those_with_a_fitting_number_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared = 0
    are_linked = worked_out_numbers._are_linked

    def counted(one: frozenset[str], other: frozenset[str]) -> bool:
        nonlocal compared
        compared += 1
        return are_linked(one, other)

    monkeypatch.setattr(worked_out_numbers, "_are_linked", counted)
    words = ["".join(chr(97 + int(digit)) for digit in f"{place:05}") for place in range(10_000)]
    prose = LinkedNumbers([" ".join(f"The {word} pays {place}.50 there." for place, word in enumerate(words))])
    assert worked_out_of_sentences("31234.33", [prose], prose) == ""
    assert worked_out_of_sentences("12345", [prose], prose)
    assert compared < 10
    apart = LinkedNumbers([". ".join(f"{word} {2 + place % 2 * 3}" for place, word in enumerate(words)) + ". "])
    assert worked_out_of_sentences("10", [apart], apart) == ""
    assert compared <= worked_out_numbers.MOST_COMPARED + 10


def test_a_sentence_that_is_said_again_and_again_is_compared_once() -> None:
    again = LinkedNumbers([f"{RENT} {DEPOSIT} " * 1_000])
    assert sum(map(len, again.links.values())) == 5
    assert worked_out_of_sentences("1920", [again], again) == "640 × 3"
