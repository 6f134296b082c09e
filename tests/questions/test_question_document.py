"""The state of a question follows from the status of its loop, its answer and its claim."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pandora.questions.graph_rules import STATES
from pandora.questions.question_document import read_question, with_section
from pandora.questions.staleness import edit_question, reopen
from pandora.questions.work_claims import release
from tests.questions.graphs import Bench


def test_no_document_holds_a_state_beside_the_status_of_its_loop(bench: Bench) -> None:
    """Thinking 1: `questions/` has no second status machine."""
    bench.start()
    graph, seen = bench.graph, []

    def look() -> str:
        document = graph.document(bench.top)
        assert "state" not in document.meta["node"]
        seen.append(read_question(document).state)
        return str(document.meta["status"])

    assert look() == "running"
    bench.fractal.fractal_claim_work(bench.graph_id, "w1")
    assert look() == "running"
    bench.fractal.fractal_add_node(bench.graph_id, bench.top, "answer", "It is.", "w1")
    assert look() == "running"
    bench.fractal.fractal_synthesize_node(bench.graph_id, bench.top, "It is so.")
    assert look() == "accepted"
    edit_question(graph, bench.top, lambda question: replace(question, state="saturated", reason="derivable"))
    assert look() == "accepted"
    assert tuple(seen) == STATES


@pytest.mark.parametrize("claimed", [False, True])
def test_an_answer_that_is_to_be_given_anew_leaves_its_question_open(bench: Bench, claimed: bool) -> None:
    bench.start()
    bench.answered(text="Light is scattered.")
    bench.fractal.fractal_synthesize_node(bench.graph_id, bench.top, "It is scattered.")
    reopen(bench.graph, bench.top)
    if claimed:
        assert bench.fractal.fractal_claim_work(bench.graph_id, "w1")["node_id"] == bench.top
    question = bench.graph.question(bench.top)
    assert question.state == ("claimed" if claimed else "open")
    assert question.answer is not None
    assert (question.answer.state, question.answer.text) == ("answered", "Light is scattered.")
    assert question.output.strip() == "It is scattered."


def test_an_open_question_of_an_owner_is_not_claimed(bench: Bench) -> None:
    bench.start()
    bench.answered(text="Light is scattered.")
    below = bench.fractal.fractal_add_node(bench.graph_id, bench.top, "question", "What scatters it?", "w1")
    assert bench.graph.question(below["node_id"]).state == "open"


def test_a_synthesis_without_an_answer_that_is_stale_is_written_again(bench: Bench) -> None:
    bench.start()
    bench.fractal.fractal_claim_work(bench.graph_id, "w1")
    bench.fractal.fractal_synthesize_node(bench.graph_id, bench.top, "It is so.")
    bench.fractal.fractal_add_node(bench.graph_id, bench.top, "question", "Why?")
    assert bench.graph.question(bench.top).state == "answered"


def test_a_loop_that_failed_before_its_answer_is_open_again(bench: Bench) -> None:
    bench.start()
    bench.fractal.fractal_claim_work(bench.graph_id, "w1")
    graph = bench.graph
    failed = graph.save(
        graph.document(bench.top),
        lambda document: with_section(document, 5, "Failed: no reply", "code").with_meta(status="failed"),
    )
    assert read_question(failed).state == "claimed"
    assert release(graph, bench.top, "w1")
    assert bench.graph.question(bench.top).state == "open"
