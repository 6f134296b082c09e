"""The words and signs of units."""

from __future__ import annotations

import pytest

from pandora.programs.language.unit_words import hour_marks, units


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("min", "minutes"),
        ("minuten", "minuti"),
        ("€", "euros"),
        ("%", "prozent"),
        ("grados", "°c"),
        ("zł", "złotych"),
    ],
)
def test_one_unit_has_many_words(one: str, other: str) -> None:
    assert units()[one] == units()[other]


def test_what_means_too_much_is_no_unit() -> None:
    assert not {"a", "j", "des", "mon", "wo", "duration-day"} & units().keys()


def test_what_stands_behind_an_hour_of_the_day() -> None:
    assert {"uhr", "h", "heures", "uur"} <= hour_marks()
