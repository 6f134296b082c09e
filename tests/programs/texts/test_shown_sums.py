"""Sums that an answer shows."""

from __future__ import annotations

import pytest

from pandora.programs.texts.shown_sums import shown_sums, sums_in, wrong_sum


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("2 × £2.80 + 2 × £1.40 = £8.40", [8.4]),
        ("12 × (9 + 4) euros = 156 euros", [156]),
        ("3 × 98 Euro für das Zimmer und 3 × 2 × 22 Euro: 294 + 132 = 426 Euro.", [294, 132, 426]),
        ("1231 Euro (14 × 84 Euro + 55 Euro)", [1231]),
        ("1840 + 20 % = 2208", [2208]),
        ("288 € = 2 × 96 € + 2 × 48 €", [288]),
        ("from 9 – 14 Uhr, 12-16 Mai, - 28 March, call 151 / 23, 44", []),
        ("6 (3 + ) and = 4", []),
        ("(" * 2000 + "1 + 2" + ")" * 2000 + " = 4", []),
        (f"{'9' * 400} × 2 = 4, {'9' * 200} × {'9' * 200} = 4", []),
    ],
)
def test_what_signs_between_numbers_make(text: str, values: list[float]) -> None:
    assert [pytest.approx(found.value) for found in sums_in(text)] == values
    assert wrong_sum(text) == ""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("12 × 9 = 118", "12 × 9 = 118, and that makes 108"),
        ("12 × 9 euros = 118 euros", "12 × 9 = 118, and that makes 108"),
        ("2 × 800 g = 1.6 kg", ""),
        ("2 × 800 g = 1600 g", ""),
        ("10 / 3 = 3.33 and 10 ÷ 3 = 3", ""),
        ("5 + 40 + 10 minutes = 1 hour", ""),
        ("7 ÷ 3 = 2.3 hours, 1 / 3 = 33 %", ""),
        ("7 ÷ 3 = 2.4 hours", "7 ÷ 3 = 2.4, and that makes 2.333333333"),
        ("15 % + 5 % = 20 %", ""),
        ("25 March + 10 days = 4 April, March 25 + 10 days = April 4", ""),
        ("2 million + 500,000 = 2.5 million", ""),
        ("2 weeks + 3 days = 17 days", ""),
        ("8 – 12 Uhr = 4 Stunden", ""),
        ("172 + 30 = 203 in total", "172 + 30 = 203, and that makes 202"),
    ],
)
def test_a_wrong_sum_is_told_with_the_right_one(text: str, told: str) -> None:
    assert wrong_sum(text) == told


def test_only_numbers_of_the_texts_make_a_result() -> None:
    texts = ["A night is 84 euros, cleaning 55 euros. The rent is 720 Euro.", "What do two weeks cost?"]
    assert shown_sums("14 × 84 + 55 = 1231 euros", texts).results == {1231}
    assert shown_sums("14 × 85 + 55 = 1245 euros", texts).results == set()
    assert shown_sums("3 times the rent, so 2160 Euro", [*texts, "three rents"]).results == {2160}
    assert shown_sums("84 euros and 55 euros make 139 euros", texts).results == {139}
    assert shown_sums("It is open from 14 to 98, and 84 times.", texts).results == set()


def test_a_text_without_what_is_worked_out() -> None:
    shown = shown_sums("3 × 84 = 252 euros for 7", ["A night is 84 euros, 3 nights"])
    assert shown.without("3 × 84 = 252 euros for 7").split() == ["×", "=", "euros", "for", "7"]
