"""Lists of points that requests ask for."""

from __future__ import annotations

import pytest

from pandora.programs.texts.asked_points import (
    as_points,
    asked_points,
    longest_point_over,
    points_over,
    words_of_point,
)


@pytest.mark.parametrize(
    ("request_", "asked"),
    [
        ("What is the plan? 3 or 4 bullet points please", (3, 4)),
        ("three short bullet points", (3, 3)),
        ("Fasse notizen.txt in fünf Stichpunkten zusammen", (5, 5)),
        ("Résume note.txt en trois points", (3, 3)),
        ("Resume nota.txt en 4 puntos", (4, 4)),
        ("as bullet points", (0, 0)),
        ("Who scored 3 points?", None),
        ("How many points did we get in 2 games?", None),
    ],
)
def test_points_are_those_of_a_list(request_: str, asked: tuple[int, int] | None) -> None:
    assert asked_points(request_) == asked


def test_an_answer_in_sentences_becomes_the_list_that_is_asked_for() -> None:
    said = "The plan: We meet at 5 pm. There is a barbecue.\nWhat to bring: Bring a chair. Bring a hat."
    labels = ("The plan", "What to bring")
    four = "- We meet at 5 pm.\n- There is a barbecue.\n- Bring a chair.\n- Bring a hat."
    assert as_points(said, "as bullet points", labels) == four
    assert as_points(said, "in 3 bullet points", labels).endswith("\n- Bring a chair. Bring a hat.")
    assert as_points(four, "in 2 bullet points", labels) == four
    assert as_points(said, "in two sentences", labels) == said
    assert as_points("We meet at 5 pm.", "as bullet points") == "We meet at 5 pm."
    broken = "We have booked the boathouse\nof the rowing club. There will\nbe a barbecue."
    assert as_points(broken, "as bullet points") == (
        "- We have booked the boathouse of the rowing club.\n- There will be a barbecue."
    )


@pytest.mark.parametrize(
    ("request_", "over"),
    [
        ("Sum up rules.txt in at most 3 bullet points.", (4, 3)),
        ("in three bullet points please", (4, 3)),
        ("Fasse es in höchstens 3 Stichpunkten zusammen.", (4, 3)),
        ("2 to 3 bullet points", (4, 3)),
        ("in at least 3 bullet points", (0, 0)),
        ("in 4 bullet points", (0, 0)),
        ("as bullet points", (0, 0)),
        ("Sum it up.", (0, 0)),
    ],
)
def test_a_text_has_no_more_points_than_it_may(request_: str, over: tuple[int, int]) -> None:
    text = "# Rules\n\n- No dogs.\n- No noise.\n* No cars, 3 at most.\n4. No fires.\n"
    assert points_over(text, request_) == over


@pytest.mark.parametrize(
    ("request_", "over"),
    [
        ("exactly 2 bullet points, each at most 6 words", (9, 6)),
        ("2 bullet points, 10 words each at most", (0, 0)),
        ("2 bullet points, at most 60 words", (0, 0)),
        ("at most 6 words", (0, 0)),
    ],
)
def test_the_words_of_a_point_where_its_length_is_asked_for(request_: str, over: tuple[int, int]) -> None:
    text = "- Water the pot once a week for ten minutes.\n- Put it into an east window.\n"
    assert longest_point_over(text, request_) == over


@pytest.mark.parametrize(
    ("request_", "most"),
    [
        ("give me a.txt in exactly five bullet points, each 20 words at the most", 20),
        ("in 3 bullet points of 30 words per point", 30),
        ("in 3 Stichpunkten, je höchstens 30 Wörter", 30),
        ("en 3 puces de 30 mots maximum chacune", 30),
        ("3 bullet points, 12 words", 12),
        ("3 bullet points, 60 words in total", 0),
        ("je veux 60 mots maximum, en trois points", 0),
        ("60 words at most", 0),
        ("3 bullet points, a mail of 60 words to each member", 0),
        ("Schreib Elke 60 Wörter in 3 Stichpunkten", 0),
    ],
)
def test_a_length_may_be_that_of_each_point(request_: str, most: int) -> None:
    assert words_of_point(request_) == most
