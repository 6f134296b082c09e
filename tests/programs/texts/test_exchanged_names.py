from __future__ import annotations

import pytest

from pandora.programs.texts.exchanged_names import exchanged_name
from pandora.programs.texts.passages import passages

MINUTES = """Present: Prof. Halvorsen, Ines Falk, Tomo, Luca (minutes).

1. Freezers
Luca reported that freezer B ices up again. After some discussion it was agreed that it
gets emptied. Ines will move all boxes from freezer B to freezer C by Wednesday 14 May.
Everybody must have their boxes labelled before that.

2. Pipettes
Two offers were compared. Tomo places the order by Friday 9 May.
"""


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Luca has to move all boxes from freezer B to C by Wednesday 14 May.", ("Luca", "Ines")),
        ("Who: Luca: move boxes from freezer B to freezer C by Wednesday 14 May.", ("Luca", "Ines")),
        ("Ines moves all boxes from freezer B to freezer C by Wednesday 14 May.", None),
        ("Falk will move all boxes from freezer B to freezer C by Wednesday 14 May.", None),
        ("Luca said that Ines will move all boxes from freezer B to C by Wednesday 14 May.", None),
        ("All boxes move from freezer B to freezer C by Wednesday 14 May.", None),
        ("Luca reported on the freezer.", None),
    ],
)
def test_what_a_text_says_of_one_person_is_not_said_of_another(
    said: str, found: tuple[str, str] | None
) -> None:
    exchanged = exchanged_name(said, passages("minutes.txt", MINUTES))
    assert (exchanged[:2] if exchanged else None) == found


def test_the_nouns_of_german_are_no_names() -> None:
    text = "Die Kisten holt Ines am Mittwoch mit dem Wagen aus dem Keller im dritten Haus der Straße."
    said = "Luca holt die Kisten am Mittwoch mit dem Wagen aus dem Keller im dritten Haus."
    assert exchanged_name(said, passages("a.txt", f"{text}\n\nLuca ist nicht da und kommt nicht.")) is None


def test_a_word_that_begins_sentences_is_no_name() -> None:
    mails = "My daughter talks of nothing else.\n\nLeonie: My husband has offered to bring the picnic by car."
    said = "Leonie has a husband who has offered to bring the picnic by car."
    assert exchanged_name(said, passages("mails.txt", mails)) is None


def test_a_sentence_may_join_what_two_sentences_say() -> None:
    trip = "The Marlin will make her first trip with passengers on 1 September."
    article = f"The Marlin was built in Norway.\n\n{trip}\n"
    said = "Built in Norway, it will make its first trip with passengers on 1 September."
    assert exchanged_name(said, passages("a.txt", article)) is None
    wrong = "Norway will make its first trip with passengers on 1 September."
    assert exchanged_name(wrong, passages("a.txt", article)) is not None
