from __future__ import annotations

import pytest

from pandora.programs.metamorphic.asked_numbers import numbers_said, numbers_wanted


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("over €1,250.50", [1250.5]),
        ("mehr als 2.345,67 Euro", [2345.67]),
        ("plus de 1 250,50 €", [1250.5, 1.0, 250.5]),
        ("über 1'200 Franken", [1200.0]),
        ("mehr als 1.250 kg", [1250.0, 1.25]),
        ("runs of 15km or more, below -20 °C", [15.0, 20.0]),
        ("more than twenty visits", [20.0]),
        ("between 10:30 and 11-12", [10.0, 30.0, 11.0, 12.0]),
        ("nothing of the kind", []),
        ("", []),
    ],
)
def test_all_that_a_number_may_mean_is_said(text: str, said: list[float]) -> None:
    assert numbers_said(text) == said


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("which are over 1,000 euros?", [(1000.0, 1.0)]),
        ("was ist vor dem 15.2. bestellt worden?", []),
        ("Wie viel kam im 3. Quartal herein?", []),
        ("what came in before 3 April?", [(3.0,)]),
        ("how many came after 5 pm?", [(5.0, 17.0)]),
        ("wie viele kamen nach 17.30 Uhr?", [(17.3, 17.0)]),
        ("from 1 to 31 May", [(1.0,), (31.0, 5.0)]),
        ("all of the rooms 3-5 in B12 at 10:30, v2.1.4 of 2024/25", []),
        ("the best 3. Then stop, it is a long text about our singers", [(3.0,)]),
    ],
)
def test_days_times_and_ordinals_are_no_numbers_that_a_program_lacks(
    text: str, wanted: list[tuple[float, ...]]
) -> None:
    assert numbers_wanted(text) == wanted


def test_a_long_text_takes_no_time() -> None:
    for part in ("1.", "1 000 ", "15.2. ", "3. Quartal ", "5 pm "):
        assert isinstance(numbers_said(part * 2000), list)
        assert isinstance(numbers_wanted(part * 2000), list)
