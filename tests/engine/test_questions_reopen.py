from __future__ import annotations

import pytest

from pandora.budget import Budget
from pandora.check.lint import lint
from pandora.disk.run_documents import Run
from pandora.document.question_lines import pairs
from pandora.engine.questions import UNASKED, Escalate, ceiling_of, escalation_text
from pandora.engine.resume_reasons import resume_reason
from pandora.errors import Ceiling
from pandora.outcome import Status
from tests.engine.runs import (
    CHEAPEST,
    DEAREST,
    THROUGH_TABLE,
    Bench,
    checked,
    coded,
    planned,
    replaced,
    understood,
)

ATTEMPT = (planned("python: print it"), coded(DEAREST), coded(DEAREST), checked("escalate", "which fruit?"))


def test_the_text_has_room_for_an_answer_that_is_not_the_partial_result() -> None:
    text = escalation_text(Escalate("no", "pear\nplum"))
    assert text == f"Escalated: no\nPartial result:\n  pear\n  plum\nQuestion: {UNASKED}\nAnswer:"
    assert pairs(text) == [(UNASKED, "")]


def test_a_ceiling_is_raised_and_not_answered() -> None:
    ceiling = Ceiling("calls", 4)
    assert pairs(escalation_text(Escalate(str(ceiling), question="Raise it?", ceiling=ceiling))) == []


def test_an_answer_goes_on_by_a_new_attempt_that_knows_it(bench: Bench) -> None:
    ended = bench.start(understood(), *ATTEMPT)
    assert ended.outcome.status is Status.ESCALATED
    before = bench.states()
    assert bench.resume().outcome.status is Status.ESCALATED
    assert (bench.states(), bench.model.asked) == (before, [])  # as it stands it stays
    bench.edit(replaced(f"Question: {UNASKED}\nAnswer:\n", f"Question: {UNASKED}\nAnswer: the plum\n"))
    lines = (understood(), planned("python: print it"), coded(CHEAPEST), coded(CHEAPEST), checked())
    again = bench.resume(*lines[1:])
    assert (again.outcome.status, again.outcome.output) == (Status.ACCEPTED, "plum")
    document = bench.document()
    assert pairs(document.body(1)) == [(UNASKED, "the plum")]
    assert document.meta["attempt"] == 2
    assert document.meta["sections"][1]["by"] == "model"
    assert document.history is not None
    assert "which fruit?" in document.text[document.history :]
    assert "the plum" in bench.model.prompts[0].text
    assert lint(bench.workspace) == []
    ended_again = bench.states()
    assert bench.resume().outcome.status is Status.ACCEPTED
    assert bench.states() == ended_again


def test_escalated_again_it_can_be_answered_again(bench: Bench) -> None:
    bench.start(understood(), *ATTEMPT)
    for answer in ("the plum", "a plum"):
        bench.edit(lambda text, told=answer: text.replace("\nAnswer:\n", f"\nAnswer: {told}\n"))  # type: ignore[misc]
        assert bench.resume(*ATTEMPT).outcome.status is Status.ESCALATED
    assert [answer for _, answer in pairs(bench.document().body(1))] == ["the plum", "a plum"]
    assert bench.document().meta["attempt"] == 3


def test_an_answer_in_an_escalated_child_goes_on_there(bench: Bench) -> None:
    broken = coded("raise ValueError('no such row')")
    attempt = (planned("python: print it"), *[broken] * 5)
    ended = bench.start(understood(), *attempt, *attempt, *attempt)
    assert ended.outcome.status is Status.ESCALATED
    assert bench.document("op-python-3").meta["status"] == "escalated"
    bench.edit(lambda text: text.replace("\nAnswer:\n", "\nAnswer: the second row\n"), "op-python-3")
    need = resume_reason(Run(bench.host().store, bench.short))
    assert need is not None
    assert need.why == "answered"
    ended = bench.resume(coded(CHEAPEST), coded(CHEAPEST), checked())
    assert ended.outcome.status is Status.ACCEPTED
    assert bench.document().meta["attempt"] == 3  # the root's own plan stands


@pytest.mark.parametrize("recorded", [True, False])
def test_a_ceiling_is_raised_in_the_front_matter(bench: Bench, recorded: bool) -> None:
    ended = bench.start(*THROUGH_TABLE, budget=Budget(calls=4))
    assert ended.outcome.ceiling == Ceiling("calls", 4)
    if not recorded:  # as the engine left it before it recorded the ceiling
        bench.edit(replaced("\nceiling: {calls: 4}\n", "\n"))
    assert ceiling_of(bench.document()) == Ceiling("calls", 4)
    assert resume_reason(Run(bench.host().store, bench.short)) is None
    bench.edit(replaced("calls: 4, tokens", "calls: 60, tokens"))
    need = resume_reason(Run(bench.host().store, bench.short))
    assert need is not None
    assert need.why == "raised"
    assert bench.resume(checked()).outcome.status is Status.ACCEPTED
    assert ceiling_of(bench.document()) is None


def test_words_of_a_ceiling_are_none_where_the_record_says_another(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE, budget=Budget(calls=4))
    bench.edit(replaced("ceiling of 4 model calls", "ceiling of 9 tokens"))
    assert ceiling_of(bench.document()) == Ceiling("calls", 4)


@pytest.mark.parametrize("answer", ["", "  "])
def test_no_answer_is_none(bench: Bench, answer: str) -> None:
    bench.start(understood(), *ATTEMPT)
    if answer:
        bench.edit(replaced("\nAnswer:\n", f"\nAnswer:{answer}\n"))
    assert bench.resume().outcome.status is Status.ESCALATED
    assert bench.document().meta["attempt"] == 1
