"""Printed lines of a name and a number each, and their order."""

from __future__ import annotations

import pytest

from pandora.programs.ranked_lines import ranked_lines

HIVES = "Fence: 13.75 kg\nLime: 26.0 kg\nOrchard: 24.1 kg"


@pytest.mark.parametrize("tail", ["", "\nTotal: 63.85 kg", "\nThat is all."])
def test_lines_are_put_in_the_order_of_their_numbers(tail: str) -> None:
    ranked = ranked_lines(HIVES + tail)
    assert ranked is not None
    assert ranked.in_order(True) == "Lime: 26.0 kg\nOrchard: 24.1 kg\nFence: 13.75 kg" + tail
    assert ranked.in_order(False) == "Fence: 13.75 kg\nOrchard: 24.1 kg\nLime: 26.0 kg" + tail


def test_lines_with_the_same_number_stay_as_they_were() -> None:
    ranked = ranked_lines("How many:\nroom-1: 3\nroom-2: 5\nroom-3: 3\nroom-4: 9")
    assert ranked is not None
    assert ranked.in_order(True) == "How many:\nroom-4: 9\nroom-2: 5\nroom-1: 3\nroom-3: 3"


def test_numbers_below_zero_keep_their_sign() -> None:
    ranked = ranked_lines("Oslo: -3 °C\nBern: 2 °C\nRiga: -7 °C")
    assert ranked is not None
    assert ranked.in_order(True) == "Bern: 2 °C\nOslo: -3 °C\nRiga: -7 °C"
    dashes = ranked_lines("Oslo - 3\nBern - 2\nRiga - 7")
    assert dashes is not None
    assert dashes.numbers == (3, 2, 7)


def test_a_numbered_list_stays_numbered_from_one() -> None:
    ranked = ranked_lines("Best:\n1. Ann: 3\n2. Bo: 5\n3. Cem: 4")
    assert ranked is not None
    assert ranked.in_order(True) == "Best:\n1. Bo: 5\n2. Cem: 4\n3. Ann: 3"


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\nb: 3",  # too few
        "a: 1 kg\nb: 3 m\nc: 2 l",  # of three kinds
        "a: 1\nb: 3\n\nc: 2",  # two lists
        "Ann, then Bo\nand Cy",
        "",
    ],
)
def test_other_texts_have_no_order_to_mend(text: str) -> None:
    assert ranked_lines(text) is None


@pytest.mark.parametrize(
    ("text", "largest_first", "smallest_first", "by_name"),
    [
        ("Lime: 26\nFence: 24\nOrchard: 13", True, False, False),
        ("1. Orchard: 13\n2. Fence: 24\n3. Lime: 26", False, True, False),
        ("W 2024-01: 3\nW 2024-02: 5\nW 2024-03: 9", False, True, True),
        ("März: 3\nApril: 5\nMai: 9", False, True, True),
        (HIVES, False, False, True),
        ("b: 2\na: 2\nc: 2", True, True, False),
    ],
)
def test_a_list_stands_in_an_order_of_its_numbers_or_of_its_names(
    text: str, largest_first: bool, smallest_first: bool, by_name: bool
) -> None:
    ranked = ranked_lines(text)
    assert ranked is not None
    assert (ranked.stands_in_order(True), ranked.stands_in_order(False)) == (largest_first, smallest_first)
    assert ranked.is_by_name is by_name
