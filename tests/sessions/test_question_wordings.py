from __future__ import annotations

import re
from typing import Any

import pytest

from pandora.budget import Budget, Ledger
from pandora.document.form import Form
from pandora.engine.host import Host
from pandora.models.protocol import Call, Prompt
from pandora.sessions.question_wordings import FEWEST, LEAST, TRIED, wordings_of
from pandora.sessions.session_runs import start
from tests.answering_model import AnsweringModel
from tests.sessions.sittings import Sitting

LABELS = ["neutral", "positive", "negative"]
WORDS = {"positive": "it is a joy", "negative": "it is a pain", "neutral": "it is a box"}


def test_each_label_is_the_last_one_once() -> None:
    assert wordings_of("Is this neutral, positive or negative?", LABELS) == [
        ("Is this neutral, positive or negative?", ["neutral", "positive", "negative"]),
        ("Is this positive, negative or neutral?", ["positive", "negative", "neutral"]),
        ("Is this negative, neutral or positive?", ["negative", "neutral", "positive"]),
    ]


@pytest.mark.parametrize(
    ("question", "turned"),
    [
        ("Neutral, positive or negative?", "Positive, negative or neutral?"),
        ("Ist das neutral, positive oder negative?", "Ist das positive, negative oder neutral?"),
        ("What is it?", "What is it?"),
        ("Is this neutral review neutral, positive or negative?", None),
    ],
)
def test_a_question_is_turned_only_where_it_has_each_label_once(question: str, turned: str | None) -> None:
    assert wordings_of(question, LABELS)[1] == (turned or question, ["positive", "negative", "neutral"])


def test_no_more_than_four_orders_are_tried() -> None:
    assert len(wordings_of("Which?", list("abcdefg"))) == 4


class Leaning(AnsweringModel):
    """Sees the label of a text where `last` is the last choice and no author stands beside it, or one does."""

    def __init__(self, last: str = "neutral", author: bool = False) -> None:
        self.last, self.author, self.asked = last, author, 0

    def values(self, prompt: Prompt, form: Form, call: Call) -> tuple[dict[str, Any], dict[str, float]]:
        if call.kind == "leaf":
            if "\nText:" not in prompt.text:  # what it says of no text at all
                return {"answer": "negative"}, {"answer": 0.6}
            self.asked += 1
            text = prompt.text[prompt.text.rindex("\nText:") :].partition("\nQuestion:")[0]
            sees = form.asked[0].slot.options[-1] == self.last and self.author == ("|" in text)  # type: ignore[union-attr]
            label = next(label for label, words in WORDS.items() if words in text)
            return {"answer": label if sees else "negative"}, {"answer": 0.8 if sees else 0.6}
        blanks = {"wanted": "count", "question": "Is it neutral?", "kinds": ", ".join(LABELS)}
        return {entry.key: blanks.get(entry.key, []) for entry in form.asked}, {"wanted": 0.95}


def counted(sitting: Sitting, model: Leaning, lines: int) -> str:
    """How many of so many lines the model says are neutral; a third are."""
    kinds = list(WORDS)
    ends = (f"{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(lines))
    text = "".join(f"2025-03-04 | Ada | {WORDS[kinds[n % 3]]} {end}\n" for n, end in enumerate(ends))
    (sitting.root / "texts.txt").write_text(text, encoding="utf-8")
    budget = Budget(calls=400)
    host = Host(sitting.workspace, model, Ledger(budget), scaffold=True)
    over = [sitting.root / "texts.txt"]
    return str(start("How many are neutral?", host, budget, over=over, run="abc234").entry["value"])


@pytest.mark.parametrize("author", [False, True])
@pytest.mark.parametrize("last", LABELS)
def test_a_question_is_asked_in_the_words_whose_answers_tell_most(
    sitting: Sitting, last: str, author: bool
) -> None:
    """Issue 17: a label that a model leans to by its place, and fields that hide a text, spoil no count."""
    model = Leaning(last, author)
    assert counted(sitting, model, 48) == "16"
    assert model.asked <= 48 + 5 * TRIED
    text = sitting.text("tool-turn-abc234-1")
    asked = re.search(r"asked as: (.*) of texts such as: (.*)", text)
    assert asked
    assert asked[1].endswith(f"or {last}?")
    assert ("Ada" in asked[2]) == author


@pytest.mark.parametrize("author", [False, True])
def test_of_few_parts_it_is_tried_what_is_shown_and_no_order(sitting: Sitting, author: bool) -> None:
    """Issue 17: a date and an author beside a text hide what it says; trying all orders would cost the most."""
    model = Leaning("negative", author)
    assert counted(sitting, model, LEAST - 3) == "15"
    assert model.asked <= LEAST - 3 + TRIED


def test_of_fewest_parts_nothing_is_tried(sitting: Sitting) -> None:
    model = Leaning("negative", author=True)
    assert counted(sitting, model, FEWEST - 3) == "1"
    assert model.asked == FEWEST - 3
