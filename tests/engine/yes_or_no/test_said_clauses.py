"""A text that leaves out what its request says: the model is asked of each clause in doubt."""

from __future__ import annotations

from pandora.outcome import Status
from tests.engine.composed_texts import answered, composed, document_of, written
from tests.engine.runs import Bench

REQUEST = "Write a note to our neighbours: the party is on Friday, and if it rains we go into the barn."
WITHOUT, WITH = "Dear neighbours, our party is on Friday.", "Our party is on Friday, in the barn if it rains."


def test_a_text_that_leaves_a_clause_out_is_written_again(bench: Bench) -> None:
    ended = composed(bench, REQUEST, written(WITHOUT), answered("no"), answered("no"), written(WITH))
    assert (ended.status, ended.output) == (Status.ACCEPTED, WITH)
    assert "it does not say: if it rains we go into the barn" in document_of(bench)


def test_a_clause_is_told_once(bench: Bench) -> None:
    missed = [answered("no"), answered("no")]
    ended = composed(bench, REQUEST, written(WITHOUT), *missed, written(WITHOUT), *missed)
    assert (ended.status, ended.output) == (Status.ACCEPTED, WITHOUT)
    assert "leaves out, also when told: if it rains we go into the barn" in document_of(bench)


def test_what_the_model_finds_in_other_words_is_told(bench: Bench) -> None:
    ended = composed(bench, REQUEST, written(WITHOUT), answered("yes"))
    assert (ended.status, ended.output) == (Status.ACCEPTED, WITHOUT)
    assert "says each clause of the task" in document_of(bench)


def test_a_text_with_the_words_is_not_asked_about(bench: Bench) -> None:
    ended = composed(bench, REQUEST, written(WITH))
    assert (ended.status, len(bench.model.asked)) == (Status.ACCEPTED, 1)
