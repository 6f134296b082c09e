"""A letter without a greeting gets one from the model; a notice gets none."""

from __future__ import annotations

import pytest

from pandora.programs.texts.written_texts import as_greeting, begins_with_greeting, greets
from tests.engine.composed_texts import answered, composed, written
from tests.engine.runs import Bench

REQUEST = "Write to the parents: sports day is on 27 June at the field, from me, Ada."
TEXT = "Sports day is on 27 June at the field.\nAda"


def test_a_letter_without_a_greeting_gets_one(bench: Bench) -> None:
    lines = [written(TEXT, "Ada", "parents"), answered("letter"), answered("Dear parents", "greeting")]
    assert composed(bench, REQUEST, *lines).output == f"Dear parents,\n\n{TEXT}"


def test_a_notice_and_a_letter_with_a_greeting_stay(bench: Bench) -> None:
    assert composed(bench, REQUEST, written(TEXT, "Ada", "parents"), answered("notice")).output == TEXT


@pytest.mark.parametrize(
    ("text", "greets"),
    [
        ("Liebe Eltern,\n\nam Freitag", True),
        ("Hello everybody! On Friday", True),
        ("Sehr geehrte Eltern:\nam Freitag", True),
        ("Einladung an die Eltern zum Fest:\n\nFreitag", False),
        ("Hier ist Ihre Einladung zum Fest:\n\nFreitag", False),
        ("Freitag 27. Juni 2025, Beginn 9:30 Uhr", False),
        ("", False),
    ],
)
def test_a_text_begins_with_a_greeting_of_its_reader(text: str, greets: bool) -> None:
    assert begins_with_greeting(text, "Eltern") is greets


def test_a_text_does_not_greet_who_writes_it() -> None:
    request = "Thank Marta for the cakes. Signed: Nuria"
    assert greets("¡Hola Nuria! Gracias", "Nuria", request)
    assert greets("Dear Nuria,\nthank you", "Nuria", request)
    assert not greets("Dear Marta,\nthank you. Nuria", "Nuria", request)
    assert not greets("Nuria, from the party, thanks you", "Nuria", request)


def test_what_is_no_greeting_is_left_out() -> None:
    assert as_greeting("Liebe Eltern", "Schreib den Eltern") == "Liebe Eltern,"
    assert as_greeting("Dear Mr Smith,", "Write to the parents") == ""
    assert as_greeting("On 27 June we meet", "Write to the parents") == ""
    assert as_greeting("", "Write to the parents") == ""
