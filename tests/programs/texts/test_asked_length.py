from __future__ import annotations

import pytest

from pandora.programs.texts.asked_length import (
    repeated_length,
    sentences_over,
    sets_length,
    words_over,
    words_under,
)
from pandora.programs.texts.written_texts import missing_numbers

LETTER = "Dear Mr Low, thank you for the laptops. " * 10


def test_what_is_allowed_beside_a_length_is_no_fact_and_is_the_limit() -> None:
    request = "Summarise it in about 40 words (50 at most), with the 120 guests."
    assert missing_numbers("We had 120 guests. " * 10, request) == []
    assert missing_numbers("We had many guests. " * 10, request) == ["120"]
    assert words_over("word " * 54, request) == (0, 0)
    assert words_over("word " * 60, request) == (60, 50)


@pytest.mark.parametrize(
    ("request_text", "said"),
    [
        ("Thank Mr Low. Something between 50 and 150 words, signed by me.", "between 50 and 150 words"),
        ("Thank Mr Low - keep it under 100 words.", "(100 words)"),
        ("Danke Herrn Low, höchstens 90 Wörter bitte.", "Dies sind höchstens 90 Wörter."),
        ("Un petit mot. 90 mots au maximum.", "90 mots"),
    ],
)
def test_a_text_that_says_how_long_it_is_to_be(request_text: str, said: str) -> None:
    assert repeated_length(LETTER, request_text) == ""
    assert repeated_length(f"{LETTER} {said}", request_text) in said
    assert repeated_length(f"{LETTER} {said}", request_text) != ""


@pytest.mark.parametrize(
    "request_text",
    [
        "Write a mail to our authors: they may send stories, at most 100 words.",
        "Write a mail to our authors. Their stories may have at most 100 words.",
        'Write to our authors that the rule is "at most 100 words".',
        "Write to our authors, at most 80 words. Stories, at most 100 words.",
        "Write to our authors, at most 1000 words.",
        "Write to our authors.",
    ],
)
def test_a_length_that_may_be_of_other_texts_may_be_told(request_text: str) -> None:
    assert repeated_length(f"{LETTER} Your stories may have 100 words, or 1000 words.", request_text) == ""


@pytest.mark.parametrize(
    ("request_text", "limited"),
    [
        ("Write a mail, not more than 40 words, to Ann.", True),
        ("Schreib eine Mail, höchstens 40 Wörter.", True),
        ("Nicht mehr als 40 Wörter bitte.", True),
        ("Under 40 words please.", True),
        ("Between 20 and 40 words.", True),
        ("90 mots au maximum", False),  # the text has 60
        ("At least 40 words.", False),
        ("Schreib mehr als 40 Wörter.", False),
        ("Écris au moins 40 mots.", False),
        ("The contest is for stories of 40 words; mine has 30 words.", False),
        ('Answer "no more than 40 words" to them.', False),
        ("Write to Ann.", False),
    ],
)
def test_a_text_that_is_clearly_longer_than_asked_for_is_told(request_text: str, limited: bool) -> None:
    assert words_over("word " * 60, request_text) == ((60, 40) if limited else (0, 0))
    assert words_over("word " * 41, request_text) == (0, 0)


@pytest.mark.parametrize(
    ("request_text", "short"),
    [
        ("Sum it up in about 40 words", True),
        ("Fasse es in etwa 40 Wörtern zusammen", True),
        ("Résume-le en environ 40 mots.", True),
        ("Sum it up in at most 40 words", False),
        ("Sum it up in 40 words or fewer", False),
        ("Sum it up in about 15 words", False),
    ],
)
def test_a_text_may_not_miss_its_length_by_half(request_text: str, short: bool) -> None:
    assert words_under("one two three four five six seven", request_text) == ((7, 40) if short else (0, 0))
    assert words_under("word " * 25, request_text) == (0, 0)


LONG = "Dear all,\nThe sale is on 24 May at school. Carla brings two tables. The fee stays at 18 euros.\nAnn"


@pytest.mark.parametrize(
    ("request_text", "most"),
    [
        ("Summarize notes.txt in two sentences", 2),
        ("I need a two-sentence summary of notes.txt", 2),
        ("Sum up notes.txt in one or two short sentences.", 2),
        ("Fass notes.txt in höchstens zwei Sätzen zusammen", 2),
        ("Résume notes.txt en deux phrases", 2),
        ("Resume notes.txt en dos frases, por favor", 2),
        ("Riassumi notes.txt in 2 frasi", 2),
        ("Vat notes.txt samen in twee zinnen", 2),
        ("Summarize notes.txt, and use these 2 key phrases: sale, fee", 0),  # no French
        ("Summarize notes.txt in at least two sentences", 0),
        ("Summarize notes.txt in about two sentences", 0),
        ("Summarize notes.txt in three sentences", 0),
        ("Summarize notes.txt in a few sentences", 0),
        ('Write to Ann that the heading "in two sentences" is wrong', 0),
    ],
)
def test_a_text_has_no_more_sentences_than_are_asked_for(request_text: str, most: int) -> None:
    assert sentences_over(LONG, request_text) == ((3, most) if most else (0, 0))
    assert sentences_over("The sale is on 24 May at the school.", request_text) == (0, 0)


def test_a_clause_that_sets_a_number_of_sentences_sets_a_length() -> None:
    assert sets_length("in three sentences")
    assert sets_length("mit höchstens 80 Wörtern")
    assert not sets_length("in three weeks")


def test_a_length_of_each_part_is_no_length_of_the_whole() -> None:
    points = "- one point of some words more\n" * 5
    assert words_over(points, "five bullet points, each 20 words at the most") == (0, 0)
    assert words_over(points, "je veux 20 mots au plus") == (30, 20)


def test_a_long_row_of_digits_is_soon_looked_through() -> None:
    assert words_over("1 " * 30, "1" * 50_000) == (0, 0)
