"""Passages that a text marks with a label which a request asks for."""

from __future__ import annotations

import pytest

from pandora.programs.texts.marked_passages import lacking_passages, marked_passages

MINUTES = """Present: 27 members.
DECIDED: the fee goes up from 36 to 42 pounds, starting 1 January 2026.
22 for, 3 against.

DECIDED: Priya Nambiar is the new treasurer.
DECIDED: the tour goes to the Wye valley on 18 April 2026. Gareth looks
for a hostel.
"""
FEE = "the fee goes up from 36 to 42 pounds, starting 1 January 2026."
TREASURER = "Priya Nambiar is the new treasurer."
TOUR = "the tour goes to the Wye valley on 18 April 2026. Gareth looks for a hostel."


def test_a_label_is_asked_for_by_a_word_like_it() -> None:
    assert marked_passages("All the decisions must be in there", MINUTES) == [FEE, TREASURER, TOUR]
    assert marked_passages("Who was present?", MINUTES) == []
    beschluss = "Beschluss: Der Beitrag wird 42 Euro.\nBeschluss: Ada wird Kassenwart.\n"
    assert len(marked_passages("alle Beschlüsse bitte", beschluss)) == 2


@pytest.mark.parametrize(
    ("written", "lacking"),
    [
        ("The fee rises from 36 to 42, Priya keeps the money, and we go to Wales on 18 April.", []),
        ("The fee rises to 42 pounds, the tour is on 18 April.", [FEE, TREASURER]),
        ("Fees go from 36 to 42, Ms Nambiar is treasurer.", [TOUR]),
    ],
)
def test_a_text_has_the_numbers_or_a_name_of_each_passage(written: str, lacking: list[str]) -> None:
    assert lacking_passages([FEE, TREASURER, TOUR], written) == lacking
    assert lacking_passages(["über ältere räder wird noch beraten"], written) == []
