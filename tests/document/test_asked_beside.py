"""What a model answered beside the sections, as the front matter keeps it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pandora.document import asked_beside
from pandora.document.asked_beside import KEY, AnswerBeside, answers_beside, with_answer
from pandora.document.state_document import Document, new_document


@pytest.fixture
def document() -> Document:
    """A document without a try."""
    return new_document("system-ab12cd.md", {}, {"id": "system-ab12cd"}, "A task")


def test_an_answer_is_read_as_it_was_kept(document: Document) -> None:
    kept = with_answer(document, "ab12", "understand", "files change", "no", 0.73)
    again = replace(document, meta={**document.meta, **kept})
    assert answers_beside(again) == [AnswerBeside("ab12", "understand", 0, "files change", 0.73, "no")]
    assert with_answer(again, "ab12", "understand", "files change", "yes", 0.6) == {}, "one prompt, one answer"
    assert len(with_answer(again, "cd34", "do", "answer", "yes", None)[KEY]) == 2


def test_no_more_are_kept_than_front_matter_holds(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked_beside, "MOST", 1)
    full = replace(document, meta=with_answer(document, "ab12", "do", "answer", "yes", 1.0))
    assert with_answer(full, "cd34", "do", "answer", "no", 1.0) == {}


def test_what_a_person_broke_is_left_out(document: Document) -> None:
    lines = ["ab12 do one answer 0.5 yes", "ab12 do", "cd34 check 2 answer - yes, of course"]
    broken = replace(document, meta={KEY: lines})
    assert answers_beside(broken) == [AnswerBeside("cd34", "check", 2, "answer", None, "yes, of course")]
