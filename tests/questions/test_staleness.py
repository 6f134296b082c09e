"""What a person changes in an editor is kept, and what rested on it is done again."""

from __future__ import annotations

import pytest

from pandora.document.records import section_records
from tests.questions.graphs import Bench


@pytest.fixture
def done(bench: Bench) -> tuple[Bench, str, str, str]:
    """A finished graph: the root, a question, one below it, and another branch."""
    bench.start()
    bench.answer(bench.top, "Top.")
    one = bench.ask("one", f"{bench.top}.answer")
    bench.answer(one, "One.")
    two = bench.ask("two", f"{one}.answer")
    bench.answer(two, "Two.")
    other = bench.ask("other")
    bench.answer(other, "Other.")
    bench.cascade()
    return bench, one, two, other


def resumed(bench: Bench) -> Bench:
    again = bench.again()
    again.did(again.fractal.fractal_resume_graph(again.graph_id))
    return again


def states(bench: Bench, done: tuple[Bench, str, str, str]) -> str:
    """The states of the four questions, from the root on."""
    return " ".join(bench.state(question) for question in (done[0].top, *done[1:]))


def test_nothing_edited_nothing_stale(done: tuple[Bench, str, str, str]) -> None:
    bench = done[0]
    before = bench.bytes()
    resumed(bench)
    assert bench.bytes() == before


def test_a_question_reworded_is_asked_again(done: tuple[Bench, str, str, str]) -> None:
    bench, one, two, _ = done
    bench.edit(one, "Task: one", "Task: number one")
    again = resumed(bench)
    assert states(again, done) == "answered open synthesized synthesized"
    assert again.claim() == one
    again.answer(one, "Number one.")
    assert again.state(two) == "open"
    again.answered()
    assert again.cascade() == [two, one, bench.top]


def test_an_answer_reworded_is_kept_and_what_it_opened_is_asked_again(
    done: tuple[Bench, str, str, str],
) -> None:
    bench, one, *_ = done
    bench.edit(one, "Answer: One.", "Answer: One, as a person says.")
    again = resumed(bench)
    assert states(again, done) == "answered answered open synthesized"
    assert again.node(f"{one}.answer")["text"] == "One, as a person says."


def test_a_leafs_answer_reworded_is_synthesised_again(done: tuple[Bench, str, str, str]) -> None:
    bench, *_, other = done
    bench.edit(other, "Answer: Other.", "Answer: Another.")
    again = resumed(bench)
    assert states(again, done) == "answered synthesized synthesized answered"


def test_a_synthesis_reworded_is_kept_and_those_above_are_made_again(done: tuple[Bench, str, str, str]) -> None:
    bench, one, *_ = done
    bench.edit(one, f"What {one} comes to.", "What a person says.")
    again = resumed(bench)
    assert states(again, done) == "answered synthesized synthesized synthesized"
    assert again.node(one)["metadata"]["synthesis"] == "What a person says."


def test_a_document_that_is_broken_is_named_and_left_alone(done: tuple[Bench, str, str, str]) -> None:
    bench, one, *_ = done
    bench.edit(one, "## §3 DO", "## §7 DO")
    before = bench.bytes()
    told = bench.again().fractal.fractal_resume_graph(bench.graph_id)["error"]
    assert told.startswith(f"state/{one}.md:")
    assert bench.bytes() == before


def test_an_answer_that_was_taken_up_is_not_called_unseen(done: tuple[Bench, str, str, str]) -> None:
    """A fault that was mended: `diff` said `not taken up yet` of an edited answer after it was."""
    bench, one, *_ = done
    bench.edit(one, "Answer: One.", "Answer: One, as a person says.")
    assert section_records(bench.graph.document(one))[3].by == "model"
    again = resumed(bench)
    document = again.graph.document(one)
    record = section_records(document)[3]
    assert (record.by, record.text) == ("human", document.digest(3))
    before = bench.bytes()
    resumed(bench)
    assert bench.bytes() == before
