"""PLAN of the root: its possible answers, what is computed, and which contradictions are asked about."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pandora.document.form import Form
from pandora.models.protocol import Call, Prompt
from pandora.questions.citations import quotes_in
from pandora.questions.decomposition import NO_COLUMN
from pandora.questions.harvest import harvest
from tests.questions.thinker import Thinker, Thinking, usual

OFFERS = "Brio costs 31 euros a month."
CALLED = "By telephone, the seller said that Brio costs 36 euros a month."


def planned(*answers: str, compute: str = "none") -> Thinker:
    """A model whose PLAN names these possible answers, and this to be computed."""

    def answer(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if "possible answers" in form:
            lines = [{"line": line} for line in answers]
            given = {"asks for": "a decision", "possible answers": lines}
            return {**given, "compute": compute, "of column": NO_COLUMN}
        if "code" in form:
            return {"code": "raise SystemExit('this model writes no program')"}
        return usual(call, prompt, form)

    return Thinker(answer)


def questions_of(thinking: Thinking) -> list[str]:
    rows = thinking.graph.index.rows(
        "SELECT text FROM nodes WHERE kind = 'question' AND depth = 1 ORDER BY seq"
    )
    return [row["text"] for row in rows]


@pytest.mark.parametrize(
    ("third", "asked"),
    [
        ("The seller looked at the new list of Brio and its month.", True),  # of what both sides speak of
        ("The offer of Brio was written before the telephone call.", True),  # of who said each of them
        ("Alto costs 39 euros a month.", False),  # a third value is that of another thing
        ("The library is closed on Mondays.", False),
    ],
)
def test_a_contradiction_is_asked_about_only_where_a_third_statement_may_settle_it(
    thinking: Thinking, third: str, asked: bool
) -> None:
    """Thinking 4 and 5: what no source can tell is not asked; the contradiction is told as open still."""
    thinking.notes(
        brio=f"The offer of June: {OFFERS}\n",
        call=f"{CALLED}\n",
        third=f"{third}\n",
    )
    thinking.begin(sources=["notes"], question="Which printer should we rent?").sit(1)
    texts = questions_of(thinking)
    assert any(text.startswith("Which of the two holds:") for text in texts) is asked
    assert len(texts) == 2 + asked, "the place of a contradiction that is not asked about stays empty"
    result = harvest(thinking.graph)
    assert (result["contradiction_count"], result["unresolved_contradiction_count"]) == (1, 1)
    assert "31 euros a month" in result["summary"]
    assert "36 euros a month" in result["summary"]


def test_a_possible_answer_has_no_figure_that_no_source_holds(thinking: Thinking) -> None:
    """A fault that was mended: a sum that the model made up stood in the answer that it could choose."""
    thinking.model = planned("The fees brought 450 euros", "The stove at 900 euros is too dear")
    thinking.notes(stove="A stove costs 900 euros.").begin(sources=["notes"]).sit(1)
    assert "The fees brought … euros" in thinking.body(2)
    assert "The stove at 900 euros is too dear" in thinking.body(2)
    assert questions_of(thinking)[0] == "What speaks for “The fees brought … euros”, and what against it?"


@pytest.mark.parametrize(
    ("compute", "asked"),
    [
        ("The fees of 2025 in all = 450 euros", "The fees of 2025 in all"),
        ("The fees of 2025 in all", "The fees of 2025 in all"),
        ("The fees of 2025 (450 euros)", "The fees of 2025"),
        ("450", None),
    ],
)
def test_what_is_to_be_computed_has_no_result(thinking: Thinking, compute: str, asked: str | None) -> None:
    """A fault that was mended: programs looked for rows that hold the sum which the model had made up."""
    thinking.model = planned("Yes", "No", compute=compute)
    thinking.notes(stove="A stove costs 900 euros; the year is 2025.")
    Path(thinking.root, "notes", "fees.csv").write_text("day,fee\n2025-01-01,40\n", "utf-8")
    thinking.begin(sources=["notes"]).sit(1)
    first = questions_of(thinking)[0]
    assert first == asked if asked else first.startswith("What speaks for")


def test_possible_answers_are_named_from_what_bears_on_the_task(thinking: Thinking) -> None:
    """Thinking 5: PLAN reads the first answer and what code found that bears on it, not all notes again."""
    notes = {f"n{n}": f"Remark {n} says nothing about the roof but {n} words.\n" for n in range(20)}
    thinking.notes(sky="The sky is blue by day.", **notes).begin(sources=["notes"]).sit(1)
    (plan,) = [prompt.user for _, prompt in thinking.model.asked if "Possible answers:" in prompt.user]
    assert "- The sky is blue by day." in plan
    assert "# SOURCES" not in plan


def test_the_same_possible_answer_twice_is_one(thinking: Thinking) -> None:
    """A fault that was mended: the list was then too short for its form, and thinking ended with an error."""

    thinking.model = planned("the topic0x", "the topic0x")
    assert thinking.begin().sit(1).status == "completed"
    assert [text for text in questions_of(thinking) if "topic0x" in text] == [
        "What speaks for “the topic0x”, and what against it?"
    ]
    assert thinking.body(5).startswith("Answer: the topic0x\n")


def test_a_possible_answer_quotes_nothing(thinking: Thinking) -> None:
    """A fault that was mended: what the model put into quotation marks stood as a quote in the harvest."""
    thinking.model = planned("“Tea is free.” [notes/tea.md:7] then", "coffee")
    assert thinking.notes(tea="Tea is at four.").begin(sources=["notes"]).sit(1).status == "completed"
    assert thinking.body(5).startswith("Answer: Tea is free. then\n")
    assert [words for words, _ in quotes_in(harvest(thinking.graph)["summary"])] == []
