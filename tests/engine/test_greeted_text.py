"""A letter without a greeting gets one from the model; a notice gets none."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from pandora.engine import greeted_text
from pandora.engine.loop import Loop
from pandora.programs.help import Try
from pandora.programs.texts.written_texts import as_greeting, begins_with_greeting, greets, has_greeting
from pandora.workspace.operation_context import Result
from tests.engine.composed_texts import answered, composed, written
from tests.engine.runs import Bench

REQUEST = "Write to the parents: sports day is on 27 June at the field, from me, Ada."
TEXT = "Sports day is on 27 June at the field.\nAda"


def test_a_letter_without_a_greeting_gets_one(bench: Bench) -> None:
    lines = [written(TEXT, "Ada", "parents"), answered("letter"), answered("Dear parents", "greeting")]
    assert composed(bench, REQUEST, *lines).output == f"Dear parents,\n\n{TEXT}"


def test_a_reader_with_a_title_is_greeted_by_code(bench: Bench) -> None:
    request = REQUEST.replace("the parents", "Mr Hal Ferris")
    lines = [written(TEXT, "Ada", "Mr Hal Ferris"), answered("letter")]
    assert composed(bench, request, *lines).output == f"Dear Mr Ferris,\n\n{TEXT}"


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


@pytest.mark.parametrize(
    ("text", "greets"),
    [
        ("Subject: Our stay\n\nBonjour M. Ferrand,\n\nnous arrivons", True),
        ("Hi Tom, the boiler is mended.", True),
        ("**Dear neighbours!**\n\nWe meet at 3", True),
        ("Objet: Rendez-vous\nDate: 12 mars\nHeure: 9 h\n1. Nom: Karim", False),
        ("The water is off on Monday, 8 to 12.", False),
        ("Freitag, 12. Juni 2026\n\nHill Farm, Ashby\n\nWann: am Freitag", False),
        ("", False),
    ],
)
def test_one_of_the_first_lines_may_greet(text: str, greets: bool) -> None:
    assert has_greeting(text) is greets


@pytest.mark.parametrize(
    ("chance", "text", "found"),
    [
        (0.9, "Date: 12 May\nPlace: hall\nGuests: 17", ["violated"]),
        (0.3, "Date: 12 May\nPlace: hall\nGuests: 17", []),
        (0.9, "Dear all,\nwe meet", []),
    ],
)
def test_a_letter_greets_its_reader(
    chance: float, text: str, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(greeted_text, "chance_of_letter", lambda loop, phase: chance)
    library = SimpleNamespace(phase=lambda pattern, name: None)
    work = SimpleNamespace(rules=frozenset({"greeting"}))
    loop: Any = SimpleNamespace(work=work, host=SimpleNamespace(library=library), pattern=None)
    attempt = Try(
        {"text": text, "written by": ""}, Result(True, text), {"text": "answer", "written by": "author"}
    )
    verdicts = greeted_text.ungreeted_letter(cast("Loop", loop), attempt)
    assert [verdict.state for verdict in verdicts] == found


def test_words_of_the_request_are_no_greeting_but_the_readers_name() -> None:
    request = "Schreib ne kurze Mail an die Verwaltung, Frau Dresen: das Licht geht nicht."
    assert not begins_with_greeting(
        "Kurze Mail an die Verwaltung, Frau Dresen, das Licht", "Frau Dresen", request
    )
    assert begins_with_greeting("Frau Dresen, das Licht geht nicht.", "Frau Dresen", request)
    assert begins_with_greeting("Liebe Verwaltung, das Licht geht nicht.", "Frau Dresen", request)
