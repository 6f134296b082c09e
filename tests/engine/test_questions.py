from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.document.question_lines import fill_answer, pairs, pending, unanswered, without_questions
from pandora.document.state_document import Document, new_document

ASKED = "Task: x\nQuestion: which one?\nAnswer:"


def document(body: str, number: int = 1) -> Document:
    fresh = new_document("state/x.md", {"Level": "system"}, {"id": "x"}, "x")
    return fresh.splice(1, "Task: y").splice(number, body)


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("Task: x", []),
        (ASKED, [("which one?", "")]),
        ("Question: which one?\nAnswer: the red", [("which one?", "the red")]),
        ("Question: which one?\nAnswer:   \n\nthe red\none", [("which one?", "the red one")]),
        ("Question: a?\nAnswer: b\nmy note\nQuestion: c?\nAnswer:", [("a?", "b"), ("c?", "")]),
        ("Question: a?\nmy note\nAnswer: b", [("a?", "b")]),
        ("Question: a?", []),
        ("```\nQuestion: a?\nAnswer:\n```", []),
        ("  Question: a?\n  Answer:", []),
        ("Question: a?\n```\nAnswer: in code\n```\nAnswer: b", [("a?", "b")]),
    ],
)
def test_pairs(body: str, found: list[tuple[str, str]]) -> None:
    assert pairs(body) == found
    assert pending(body) == next((question for question, answer in found if not answer), None)


def test_an_answer_is_filled_in_and_all_else_stays() -> None:
    old = document(ASKED + "\n\n(a note)")
    # Text on the lines below an empty label is an answer: nothing waits any more.
    assert fill_answer(old, "blue") is None
    old = document(ASKED)
    new = fill_answer(old, "the\nblue  one")
    assert new is not None
    assert new.text == old.text.replace("Answer:\n", "Answer: the blue one\n")
    assert fill_answer(new, "again") is None


def test_the_first_waiting_question_is_answered() -> None:
    old = document("Question: a?\nAnswer: b\nQuestion: c?\nAnswer:", number=3)
    new = fill_answer(old, "d")
    assert new is not None
    assert pairs(new.body(3)) == [("a?", "b"), ("c?", "d")]


def test_a_question_in_code_is_not_answered() -> None:
    assert fill_answer(document("```\nQuestion: a?\nAnswer:\n```", number=3), "b") is None


def test_without_its_questions() -> None:
    assert without_questions(ASKED) == ("Task: x\n", "Question: which one?\nAnswer:")
    assert without_questions("Task: x") == ("Task: x", "")


answers = st.text(st.characters(codec="utf-8", exclude_characters="\r"), min_size=1, max_size=30).filter(
    lambda text: bool(text.split())
)


@given(answers)
def test_taking_answers_away_gives_what_was_asked(answer: str) -> None:
    filled = fill_answer(document(ASKED), answer)
    assert filled is not None
    assert pairs(filled.body(1)) == [("which one?", " ".join(answer.split()))]
    assert unanswered(filled.body(1)) == ASKED
