"""A summary of a text out of its own sentences."""

from __future__ import annotations

import pytest

from pandora.programs.texts.extracted_summary import (
    extracted,
    most_parts,
    names_length,
    sentences_under_headings,
)

MINUTES = """Meeting of the choir, 6 May. Present were Ola, Ruth and Prof. Lind.

1. Concert
The concert was moved to 12 June, since
the hall is closed in May. Ola books the hall by Friday. There was a lot of
talk about the old hall.

2. Dues
The dues stay at 30 euros a year. Somebody asked about the old piano again.
The cash box is with Ruth this year.

3. Next meeting
The next meeting is on 3 June at 19:00. Nobody had time on 2 June at all.
"""


def test_sentences_stand_under_their_headings_and_over_the_ends_of_lines() -> None:
    sentences = sentences_under_headings(MINUTES)
    assert [one.text for one in sentences if one.heading == "Concert"] == [
        "The concert was moved to 12 June, since the hall is closed in May.",
        "Ola books the hall by Friday.",
        "There was a lot of talk about the old hall.",
    ]
    assert sentences[1].text == "Present were Ola, Ruth and Prof. Lind."
    assert sentences[-1].heading == "Next meeting"


@pytest.mark.parametrize(
    "text",
    [
        "Too short. It has two sentences.",
        "- buy bread\n- buy milk and eggs\n- call Ruth\n- water the plants\n",
        f"From: Ola\nDate: 3 May\n\n{MINUTES}\nFrom: Ruth\nDate: 4 May\n\nThat is all fine with me.\n",
        "",
    ],
)
def test_notes_and_mails_are_no_text_to_sum_up(text: str) -> None:
    assert sentences_under_headings(text) == []


def test_the_likeliest_sentences_within_the_length_stand_in_the_order_of_the_text() -> None:
    sentences = sentences_under_headings(MINUTES)
    odds = {one.text: -1.0 for one in sentences}
    odds |= {"The next meeting is on 3 June at 19:00.": 3.0, "Ola books the hall by Friday.": 2.0}
    odds |= {"The dues stay at 30 euros a year.": 1.0}
    assert extracted(sentences, odds, "Sum it up in at most 20 words.") == (
        "- Concert: Ola books the hall by Friday.\n- Next meeting: The next meeting is on 3 June at 19:00."
    )
    assert extracted(sentences, odds, "Give me the gist in two to three sentences.").count("\n") == 2


@pytest.mark.parametrize(
    ("request_", "most"),
    [
        ("in three to five sentences", 5),
        ("4 to 6 bullet points max", 6),
        ("Schreib mir bitte das Wichtigste in drei bis fünf Sätzen auf, was wurde beschlossen", 5),
        ("en 3 a 4 frases", 4),
        ("the meeting on 5 to 7 June 2024 is off", 7),
        ("at most 120 words", 0),
        ("from 8:30 to 12:00", 0),
    ],
)
def test_how_many_sentences_a_request_allows(request_: str, most: int) -> None:
    assert most_parts(request_) == most


def test_a_request_names_a_length_in_words_or_sentences() -> None:
    assert names_length("Sum it up in at most 120 words")
    assert names_length("the gist in three to five sentences")
    assert not names_length("What was decided about the hall?")
