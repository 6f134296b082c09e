from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pandora.document.question_lines import open_question
from pandora.engine.answers import settle, waiting_document
from pandora.errors import RefusedError, UsageError
from pandora.outcome import Kind, Question, Status
from tests.engine.mail import LINES, Mail, crash, go_on, with_mail
from tests.engine.runs import DEAREST, Bench, checked, clarified, coded, planned, replaced, saving, understood

Waits = Callable[[Bench], None]


def task(bench: Bench) -> None:
    bench.start(understood(), planned("python: print it", confidence="low"), clarified("By what?"))


def effect(bench: Bench) -> None:
    change = coded(saving("data/fruit.csv", "plum"))
    steps = planned("python: change data/fruit.csv")
    bench.start(understood(), steps, change, change, text="Change data/fruit.csv: keep the plum")


def may_have_run(bench: Bench) -> None:
    crash(with_mail(bench), Mail(), *LINES)
    assert go_on(bench, Mail()) is Status.WAITING


KINDS: dict[Waits, tuple[Kind, int]] = {
    task: ("task", 1),
    effect: ("effect", 3),
    may_have_run: ("may-have-run", 3),
}


def waiting(bench: Bench) -> Question:
    return waiting_document(bench.host().store, bench.run)[1]


def unrecorded(text: str) -> str:
    """A document as the engine wrote it before questions had a record: they named the effect's bytes."""
    recorded = re.search(r"^  1: \{kind: effect, section: 3, what: (blobs/\w+)", text, re.M)
    text = re.sub(r"^(Question: .*)\[1\]$", rf"\1[{recorded[1]}]", text, flags=re.M) if recorded else text
    return re.sub(r"^questions:\n(?:  .*\n)+", "", text, flags=re.M)


@pytest.mark.parametrize("waits", KINDS)
def test_a_question_has_its_kind_with_a_record_and_without(bench: Bench, waits: Waits) -> None:
    waits(bench)
    question = waiting(bench)
    assert (question.kind, question.section) == KINDS[waits]
    assert bool(question.what) == (question.kind == "effect")
    path = bench.workspace.document(question.document)
    path.write_text(unrecorded(path.read_text(encoding="utf-8")), encoding="utf-8")
    assert "questions" not in bench.host().store.load(question.document).meta
    earlier = waiting(bench)
    assert (earlier.kind, earlier.words, earlier.what) == (question.kind, question.words, question.what)


def test_a_document_that_lost_its_id_is_asked_about_by_its_name(bench: Bench) -> None:
    may_have_run(bench)
    question = waiting(bench)
    path = bench.workspace.document(question.document)
    path.write_text(re.sub(r"^id:.*\n", "", path.read_text(encoding="utf-8"), flags=re.M), encoding="utf-8")
    assert str(waiting(bench)) == str(question)


def test_the_record_and_not_the_words_tells_the_kind(bench: Bench) -> None:
    may_have_run(bench)
    bench.edit(replaced("Question: MAY HAVE RUN", "Question: Hat es stattgefunden"), "op-bash-1")
    assert waiting(bench).kind == "may-have-run"


@pytest.mark.parametrize("answer", ["again", "it ran", "skip", "yes"])
@pytest.mark.parametrize("waits", [effect, may_have_run])
def test_a_client_settles_neither_an_effect_nor_what_may_have_run(
    bench: Bench, waits: Waits, answer: str
) -> None:
    waits(bench)
    store, before = bench.host().store, bench.states()
    document, question = waiting_document(store, bench.run)
    with pytest.raises(RefusedError) as refused:
        settle(store, document, question, answer, "client", "pandora mcp")
    command = "approve" if question.kind == "effect" else "answer"
    assert f"`pandora {command} {question.document}" in str(refused.value)
    assert "\n" not in str(refused.value)
    assert bench.states() == before


@pytest.mark.parametrize("by", ["client", "person"])
def test_who_answered_stands_in_the_record(bench: Bench, by: str) -> None:
    task(bench)
    store = bench.host().store
    document, question = waiting_document(store, bench.run)
    settle(store, document, question, "by post", "client" if by == "client" else "person", "a test")
    records = bench.document().meta["questions"]
    assert records == {1: {"kind": "task", "section": 1, "by": by}}
    assert open_question(bench.document()) is None


def test_an_escalated_runs_question_is_about_its_task_and_a_client_may_answer_it(bench: Bench) -> None:
    lines = (understood(), planned("python: print it"), coded(DEAREST), coded(DEAREST))
    bench.start(*lines, checked("escalate", "MAY HAVE RUN: May it run?"))
    store = bench.host().store
    document, question = waiting_document(store, bench.run)
    assert (question.kind, question.section) == ("task", 5)
    settle(store, document, question, "the plum", "client", "pandora mcp")
    assert bench.document().meta["questions"] == {1: {"kind": "task", "section": 5, "by": "client"}}


def test_an_answer_is_not_given_to_another_question(bench: Bench) -> None:
    effect(bench)
    store = bench.host().store
    document, question = waiting_document(store, bench.run)
    bench.edit(replaced("\n## §2 PLAN", "\nQuestion: And who asks?\nAnswer:\n\n## §2 PLAN"), "op-python-1")
    edited = bench.states()
    with pytest.raises(UsageError, match="meanwhile"):
        settle(store, document, question, "yes", "person", "a test")
    assert bench.states() == edited
