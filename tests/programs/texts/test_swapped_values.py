"""Numbers that an answer puts the wrong way round."""

from __future__ import annotations

import pytest

from pandora.programs.texts.swapped_values import swapped_values

TEXT = "Elected were Ann Petersen (14 votes) and Ben Nowak (11 votes)."


@pytest.mark.parametrize(
    ("answer", "swapped"),
    [
        ("Ann Petersen (11 votes) and Ben Nowak (14 votes)", ["11", "14"]),
        ("Ben Nowak (11 votes) and Ann Petersen (14 votes)", []),
        ("Ann with 14 and Ben with 11 votes", []),
        ("14 and 11 votes", []),
        ("Petersen 11", []),
    ],
)
def test_each_number_has_the_words_of_the_other(answer: str, swapped: list[str]) -> None:
    assert swapped_values(answer, [TEXT]) == swapped
