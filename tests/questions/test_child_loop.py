"""Loops below a question: run by the engine, named in §3, and counted in the tokens of the graph."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pandora.check.fsck import fsck
from pandora.document.form import Form
from pandora.document.history import attempts
from pandora.errors import ReplyError
from pandora.models.protocol import Call, Prompt
from pandora.questions.graph import tokens_of
from tests.questions.thinker import Thinker, Thinking, part_of, usual


def test_no_budget_is_below_nothing_however_deep_a_question_is(thinking: Thinking) -> None:
    """A fault that was mended: below the deepest questions a loop had a depth of -1, which `fsck` refused."""
    assert thinking.begin("explore", nodes=60).sit(1).status == "completed"
    assert thinking.graph.store.exists(f"tool-think_synthesise-{thinking.graph.run}-1.1.1.1")
    assert fsck(thinking.workspace, False).problems == []


def composing(*texts: str) -> Thinker:
    """A model that is unsure, so that questions open below others, whose findings come to these texts."""
    left = list(texts)

    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if call.kind == "think_synthesise" and call.document.endswith("-1.1"):
            return {"answer": left.pop(0), "because": "It follows."}
        return usual(call, prompt, form)

    return Thinker(answers)


def test_a_synthesis_with_a_figure_of_no_finding_is_an_attempt_that_failed(thinking: Thinking) -> None:
    thinking.model = composing("It takes 999 days.", "Perhaps because of topic0xdeeper.")
    assert thinking.begin().sit(1).status == "completed"
    run = thinking.graph.run
    document = thinking.graph.store.load(f"tool-think_synthesise-{run}-1.1")
    assert "It takes 999 days." in attempts(document)[1][3]
    assert "Issues: no finding holds 999" in attempts(document)[1][4]
    assert document.meta["attempt"] == 2
    assert thinking.body(5, "1").startswith("Perhaps because of topic0xdeeper.")
    assert f"- tool-think_synthesise-{run}-1.1.md → ACCEPTED" in thinking.body(3, "1")


def test_where_figures_stay_that_no_finding_has_they_are_named(thinking: Thinking) -> None:
    thinking.model = composing("It takes 999 days.", "It takes 999 days.")
    thinking.begin().sit(1)
    assert "In no finding: 999" in thinking.body(5, "1")


def test_a_model_that_cannot_bring_findings_together_leaves_them_as_they_are(thinking: Thinking) -> None:
    def answers(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
        if part_of(call) == "synthesise":
            raise ReplyError("the reply does not fit the form")
        return usual(call, prompt, form)

    thinking.model = Thinker(answers)
    assert thinking.begin().sit(1).status == "completed"
    assert thinking.body(5).startswith("The model has not brought the findings together:")
    loop = thinking.graph.store.load(f"tool-think_decide-{thinking.graph.run}-1")
    assert loop.meta["status"] == "failed"


def test_its_tokens_are_those_of_the_graph(thinking: Thinking) -> None:
    thinking.begin().sit(1)
    documents = [thinking.graph.store.load(path.stem) for path in (thinking.root / "state").glob("*-*.md")]
    spent = sum(map(tokens_of, documents))
    assert thinking.graph.index.fact("tokens") == spent > 0
    for path in thinking.graph.folder.glob(f"{thinking.graph.run}.*"):
        if not path.name.endswith(".lock"):
            path.unlink()
    assert thinking.graph.open().index.fact("tokens") == spent
