"""The greeting with which a letter begins after a try that only said the request back."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pandora.programs.help import Role, Try
from pandora.programs.language.text_language import LANGUAGES
from pandora.programs.texts.greetings import GREETINGS, ONLY_REPEATS, REPEATS_WORDS, greeted
from pandora.workspace.operation_context import Result

DRAFT: Mapping[str, Role] = {"path": "path", "written by": "author", "content": "content"}
COMPOSE: Mapping[str, Role] = {"text": "answer", "written by": "author"}


def failed(told: str, roles: Mapping[str, Role], reader: str = "parents", language: str = "German") -> Try:
    given = {**dict.fromkeys(roles, "x"), "written to": reader, "language": language}
    return Try(given, Result(False, told, 1), roles)


@pytest.mark.parametrize("told", [f"{ONLY_REPEATS}; do it", f"{REPEATS_WORDS} (so it is); say it"])
def test_the_next_letter_begins_with_a_greeting(told: str) -> None:
    assert greeted(failed(told, DRAFT)) == {"content": "Guten Tag,\n\n"}
    assert greeted(failed(told, COMPOSE, language="English")) == {"text": "Hello,\n\n"}


def test_a_letter_that_began_so_begins_so_again() -> None:
    given = {"text": "Hello,\n\nso it is", "written by": "x", "written to": "you", "language": "English"}
    assert greeted(Try(given, Result(False, "it does not say 24", 1), COMPOSE)) == {"text": "Hello,\n\n"}


@pytest.mark.parametrize(
    "attempt",
    [
        failed("it does not say 24", DRAFT),
        failed(ONLY_REPEATS, DRAFT, reader="-"),
        failed(ONLY_REPEATS, DRAFT, language="Elvish"),
        failed(ONLY_REPEATS, {"text": "answer"}),
    ],
)
def test_other_texts_begin_with_nothing(attempt: Try) -> None:
    assert greeted(attempt) == {}


def test_each_language_has_its_greeting() -> None:
    assert GREETINGS.keys() == LANGUAGES.keys()
