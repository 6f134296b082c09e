"""A question's own loop: what the model copies becomes evidence only as a source has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pandora.document.form import Form
from pandora.models.protocol import Call, Prompt
from pandora.questions.question_document import NO_EVIDENCE, evidence_text
from tests.questions.thinker import Thinker, Thinking, copied, usual

STATEMENT = "The boiler of the hall burnt 3,400 litres of oil."


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("the boiler of the hall burnt 3,400 litres", f"“{STATEMENT}” [notes/oil.md:1]"),
        ("In the hall, 3,400 litres of oil were burnt by the boiler.", f"“{STATEMENT}” [notes/oil.md:1]"),
        ("The boiler burnt 2,100 litres in the hall.", NO_EVIDENCE),
        ("A pump would be cheaper for everybody.", NO_EVIDENCE),
    ],
)
def test_a_copy_counts_as_the_statement_that_holds_it(thinking: Thinking, line: str, found: str) -> None:
    """Thinking 2: a claim rests on a quote; one in other words rests on the statement that holds it."""

    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if call.phase == "do" and "answer" in form and call.level == "tool":
            return {**copied(line), "answer": "It burns oil."}
        return usual(call, prompt, form)

    thinking.model = Thinker(answers)
    thinking.notes(oil=STATEMENT, tea="Tea is at four.").begin(sources=["notes"]).sit(1)
    first = thinking.graph.document(f"tool-question-{thinking.graph.run}-1")
    assert evidence_text(first).split("\n")[0] == f"for: {found}"
