"""A question about figures runs a program over the table that holds them, through the engine's own loop."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pandora.check.lint import lint
from pandora.commands.init import make_workspace
from pandora.document.form import Form
from pandora.models.protocol import Call, Prompt
from pandora.questions.dispatcher import Limits, go_on
from pandora.questions.harvest import harvest
from pandora.questions.table_answer import number_columns
from tests.questions.thinker import Thinker, Thinking, usual

ASK = "How many boxes were sold in all?"
CODE = "rows = table('notes/sales.csv')\nprint(sum(row['boxes'] for row in rows), 'boxes')"


def computing(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
    """The root wants the boxes added up, and the program that is written does so."""
    if "code" in form:
        return {"code": CODE}
    assert "measure" not in form, "the root's plan has chosen the column already: no measure is guessed"
    if "compute" in form:
        return {**usual(call, prompt, form), "compute": ASK, "of column": "boxes"}
    return usual(call, prompt, form)


@pytest.fixture
def sold(folder: Path) -> Thinking:
    make_workspace(folder)
    (folder / "notes").mkdir()
    (folder / "notes" / "sales.csv").write_text("month,boxes\nMay,17\nJune,25\n", "utf-8")
    thinking = Thinking(folder, Thinker(computing))
    return thinking.begin(sources=["notes"], question="Do we need a second shelf?")


def test_a_question_about_figures_runs_a_program_over_the_table(sold: Thinking) -> None:
    """Thinking 1: its answer is the program's output, and carries the program's loop as evidence."""
    assert sold.sit(1).status == "completed"
    run = sold.graph.run
    answer = sold.graph.question(f"tool-question-{run}-1").answer
    assert answer is not None
    assert answer.text == "42 boxes"
    assert sold.graph.question(f"tool-question-{run}-1").text == f"{ASK.rstrip('?')}?: from the column boxes"
    program = sold.graph.document(f"tool-question-{run}-1").body(3)
    assert f"- tool-think_compute-{run}-1.1.md → ACCEPTED" in program
    assert f"“42 boxes” [state/tool-think_compute-{run}-1.1.md:" in program
    assert CODE.split("\n")[1] in (sold.root / "state" / f"op-python-{run}-1.1.1.md").read_text("utf-8")
    summary = harvest(sold.graph)["summary"]
    assert f"“42 boxes” [state/tool-think_compute-{run}-1.1.md:" in summary
    assert lint(sold.workspace) == []


def test_a_changed_table_is_computed_again(sold: Thinking) -> None:
    """Thinking 1: what is fresh in the program's loop is kept; an edit of the table makes it run again."""
    sold.sit(1)
    (sold.root / "notes" / "sales.csv").write_text("month,boxes\nMay,17\nJune,30\n", "utf-8")
    assert f"tool-question-{sold.graph.run}-1" in go_on(sold.graph, Limits())
    assert sold.sit(1).status == "completed"
    answer = sold.graph.question(f"tool-question-{sold.graph.run}-1").answer
    assert answer is not None
    assert answer.text == "47 boxes"


def test_only_columns_of_numbers_are_offered(folder: Path) -> None:
    (folder / "a.csv").write_text("day,group,fee\n2025-01-11,choir,45\n2025-01-25,scouts,\n", "utf-8")
    (folder / "b.csv").write_text("fee,hours\n3,4\n", "utf-8")
    assert number_columns(("a.csv", "b.csv"), folder) == ("fee", "hours")


def test_a_first_answer_with_made_up_figures_is_answered_anew_from_what_was_computed(folder: Path) -> None:
    """A fault that was mended: the root chose among answers that were made from its own wrong sum."""

    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if call.kind == "think_synthesise":
            assert "42 boxes" in prompt.user
            assert "A shelf holds 40 boxes." in prompt.user
            assert "1234" not in prompt.user
            return {"answer": "Yes, a shelf holds 40 boxes and 42 boxes were sold.", "because": "42 is more."}
        if call.phase == "do" and call.level == "system":
            return {"answer": "No, 1234 boxes were sold."}
        return computing(call, prompt, form)

    make_workspace(folder)
    thinking = Thinking(folder, Thinker(answers)).notes(shelf="A shelf holds 40 boxes.")
    (folder / "notes" / "sales.csv").write_text("month,boxes\nMay,17\nJune,25\n", "utf-8")
    thinking.begin(sources=["notes"], question="Do 42 boxes need a second shelf that holds 40 boxes?").sit(1)
    assert thinking.body(5).startswith("Answer: Yes, a shelf holds 40 boxes and 42 boxes were sold.")
    summary = harvest(thinking.graph)["summary"]
    assert "from what was computed; the first answer has figures that no source holds" in summary
