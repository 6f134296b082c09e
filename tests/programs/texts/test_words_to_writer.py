from __future__ import annotations

import pytest

from pandora.programs.texts.words_to_writer import (
    repeated_wish,
    repeats_asking,
    unquoted,
    with_signature,
    without_announcement,
    without_asking,
    without_wishes,
    without_words_to_writer,
)

THANKS = (
    "Necesito un mensaje para los voluntarios: Marta hizo las tartas y Luis vendió las entradas. "
    "Que suene cercano, máximo 90 palabras, firma: Nuria. Guárdalo en gracias.txt"
)
WATER = (
    "Bonjour, il me faut un petit mot à afficher dans le hall : coupure d'eau mercredi 19 mars de 8h30 à 12h. "
    "Questions au 06 55 50 12 34."
)


@pytest.mark.parametrize(
    ("text", "request_", "left"),
    [
        (
            "Gracias. Marta hizo las tartas y Luis vendió las entradas. Que suene cercano, máximo 90 palabras.",
            THANKS,
            "Gracias. Marta hizo las tartas y Luis vendió las entradas.",
        ),
        (
            "Gracias. Marta hizo las tartas.\nQue suene cercano, máximo 90 palabras, firma: Nuria.",
            THANKS,
            "Gracias. Marta hizo las tartas.\nFirma: Nuria.",
        ),
        (WATER, WATER, "Bonjour, coupure d'eau mercredi 19 mars de 8h30 à 12h. Questions au 06 55 50 12 34."),
        ("Marta hizo las tartas.", THANKS, "Marta hizo las tartas."),
        ("The heating is broken. Please come.", "The heating is broken. Write to the owner.", ""),
        ("", "", ""),
    ],
)
def test_what_is_said_to_the_writer_is_taken_out(text: str, request_: str, left: str) -> None:
    assert without_words_to_writer(text, request_) == (left or text)


def test_a_rest_of_the_requests_own_sentence_is_taken_out_with_it() -> None:
    request = (
        "Write a thank-you letter for 12 laptops. Something between 50 and 150 words, signed by me, Ola Berg."
    )
    text = "Thank you for 12 laptops. Something between 50 and 150 words, signed by me, Ola Berg."
    assert without_words_to_writer(text, request) == "Thank you for 12 laptops."


def test_most_of_what_asks_for_a_text_repeats_it() -> None:
    request = "Schreib mir bitte eine Einladung an die Eltern zum Fest. Freitag um 9 Uhr."
    assert repeats_asking(request, request) == "schreib mir bitte eine einladung an"
    assert repeats_asking("Einladung an die Eltern zum Fest: Freitag um 9 Uhr.", request) == ""
    assert repeats_asking("Liebe Eltern, am Freitag um 9 Uhr ist unser Fest.", request) == ""
    begun = "Einladung an die Eltern, am Freitag um 9 Uhr ist unser Fest."
    assert repeats_asking(begun, request) == "einladung an die eltern"


def test_a_wish_about_the_text_stands_behind_its_facts() -> None:
    request = (
        "Write a note: water off on 3 May, use the cellar. Polite, not too long. Signed Anna. Only show it."
    )
    assert repeated_wish("Water off on 3 May. Polite, not too long. Anna", request) == "not too long"
    assert repeated_wish("Water off on 3 May, use the cellar. Anna", request) == ""
    fact = "Write to my boss: I am ill on 10 March. Nina takes over my call with the printer company. Tobias"
    assert repeated_wish("I am ill on 10 March. Nina takes over my call with the printer company.", fact) == ""


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "Hier ist eine Einladung an die Eltern zum Fest:\n\nFreitag",
            "Einladung an die Eltern zum Fest:\n\nFreitag",
        ),
        ("Liebe Eltern, wir laden Sie zum Fest ein.", ""),
        ("Einladung an die Eltern zum Fest", ""),
        ("Am Freitag um 9 Uhr verteilen wir mit allen Kindern eine Einladung an die Eltern zum Fest", ""),
        ("", ""),
    ],
)
def test_a_text_is_not_announced(text: str, left: str) -> None:
    request = "Schreib mir bitte eine Einladung an die Eltern zum Fest. Freitag um 9 Uhr."
    assert without_announcement(text, request) == (left or text)


@pytest.mark.parametrize(
    ("request_", "text", "left"),
    [
        (
            "Hello, I need a note for our hallway. Water is off on 3 May from 8 to 12. Close your taps. Anna",
            "Hello, I need a note for our hallway. Water is off on 3 May from 8 to 12. Close your taps. Anna",
            "Water is off on 3 May from 8 to 12. Close your taps. Anna",
        ),
        (
            "Bonjour, il me faut un mot pour l'entrée. Pas d'eau le 3 mai, fermez tout. Le gardien",
            "Bonjour, il me faut un mot pour l'entrée.\n\nPas d'eau le 3 mai, fermez tout.\n\nLe gardien",
            "Pas d'eau le 3 mai, fermez tout.\n\nLe gardien",
        ),
        (
            "Write a note that the water is off on 3 May. Close your taps until noon, all of you. Anna Berg",
            "Write a note that the water is off on 3 May. Close your taps until noon, all of you. Anna Berg",
            "",
        ),
        ("I need a note for our hallway. The water is off on 3 May.", "I need a note for our hallway.", ""),
        ("I need a note for our hallway. The water is off.", "Dear all, the water is off on 3 May. Anna", ""),
    ],
    ids=["English", "French", "with its only number", "nothing else", "another text"],
)
def test_the_sentence_that_asks_for_a_text_does_not_begin_it(request_: str, text: str, left: str) -> None:
    assert without_asking(text, request_) == (left or text)


def test_a_text_is_signed_with_words_of_the_request_alone() -> None:
    assert with_signature("Gracias.", "Nuria", THANKS) == "Gracias.\n\nNuria"
    assert with_signature("Gracias. Nuria", "Nuria", THANKS) == "Gracias. Nuria"
    assert with_signature("Gracias.", "the writer", THANKS) == "Gracias."
    assert with_signature("Gracias.", "", THANKS) == "Gracias."


def test_a_sentence_that_only_says_what_is_wished_goes() -> None:
    request = "i need a notice: no water on 9 October until 12:00. Ask Jo, left. just give me the text"
    text = "No water on 9 October until 12:00. Ask Jo, left. Just give me the text. Fill a bucket."
    assert without_wishes(text, request) == "No water on 9 October until 12:00. Ask Jo, left. Fill a bucket."
    assert without_wishes("Ask Jo, left.", request) == "Ask Jo, left."
    asked = "Schreib Frau Low: am 3. November geht das Licht nicht. Freundlich aber bestimmt, von Tom Renner."
    told = "Am 3. November geht das Licht nicht. Freundlich aber bestimmt, von Tom Renner."
    assert without_wishes(told, asked) == "Am 3. November geht das Licht nicht."


def test_quotes_around_a_whole_text_go() -> None:
    assert unquoted('"Dear all, no water."') == "Dear all, no water."
    assert unquoted("„Liebe Nachbarn“") == "Liebe Nachbarn"
    for text in ('"No water" is on the "list"', "'tis so", '"', "No."):
        assert unquoted(text) == text


def test_the_dot_of_a_day_ends_no_sentence_of_a_request() -> None:
    request = "Ein Aushang, bitte: Praxis vom 4. bis 15. August zu. Ab Montag, 18. August sind wir wieder da."
    text = "Die Praxis ist vom 4. bis 15. August zu. Ab Montag, 18. August sind wir wieder da."
    assert without_wishes(text, request) == text
