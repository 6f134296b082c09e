from __future__ import annotations

import pytest

from pandora.programs.texts.asked_topics import left_out_topic

NOTES = (
    "pool meeting\n\n- the pool stays closed 14 to 27 April\n- sauna not affected, daily 10 - 20 h\n"
    "- season tickets: 2 weeks added\n- the tiles cost 38,000\n"
)
REQUEST = (
    "Make a notice out of notes.txt: when the pool is closed, the sauna, the season tickets, what it costs."
)


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("The pool is closed from 14 to 27 April. Sauna: 10 to 20 h. Season tickets last 2 weeks longer.", ""),
        (
            "The pool is closed. Sauna: 10 to 20 h. Season tickets last 2 weeks longer.",
            "when the pool is closed",
        ),
        ("The pool is closed from 14 to 27 April. The sauna stays open. 2 weeks more.", "the sauna"),
        (
            "The pool is closed from 14 to 27 April. Sauna: 10 to 20 h. Tickets last longer.",
            "the season tickets",
        ),
    ],
)
def test_the_numbers_of_what_is_asked_for_stand_in_the_text(text: str, clause: str) -> None:
    assert left_out_topic(text, REQUEST, [NOTES])[0] == clause


def test_a_topic_of_several_sentences_is_not_held_to_one() -> None:
    notes = "The pool is closed in winter.\nThe pool stays closed until 27 April."
    assert left_out_topic("The pool is closed.", REQUEST, [notes]) == ("", "")
    assert left_out_topic("", "", []) == ("", "")


def test_what_is_asked_for_behind_the_length_counts_and_a_label_belongs_to_its_line() -> None:
    request = "Boil minutes.txt down to 80 words. It needs the desk price, the printer and when we meet next."
    notes = "The desk price rises to 160.\n\nWe buy a printer for 389.\n\n"
    notes += "Next meeting: Thursday 18 June, same place."
    said = "The desk price is 160, the printer costs 389."
    assert left_out_topic(said, request, [notes])[0] == "when we meet next"
    assert left_out_topic(f"{said} Next meeting: 18 June.", request, [notes]) == ("", "")
    assert left_out_topic(said, "Boil it down to 80 words. Polite, not too long.", [notes]) == ("", "")
