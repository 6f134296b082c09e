"""A text that is written by another than its request says: the model is asked of both."""

from __future__ import annotations

from pandora.outcome import Status
from tests.engine.composed_texts import answered, composed, document_of, written
from tests.engine.runs import Bench

THANKS = "Thank the helpers in a short text: Marta baked, Luis sold the tickets. Signed: Nuria."
TEXT = "Dear helpers, thank you all for your help at our feast: Marta baked, Luis sold the tickets.\nNuria"


def test_another_who_rather_signs_the_text_is_told(bench: Bench) -> None:
    refused = [written(TEXT, author="Marta"), answered("no"), answered("no"), answered("yes")]
    ended = composed(bench, THANKS, *refused, written(TEXT, author="Nuria"))
    assert (ended.status, ended.output) == (Status.ACCEPTED, TEXT)
    assert "Marta does not write it; the task says that Nuria does" in document_of(bench)


def test_who_writes_it_is_not_asked_about_where_no_name_stands_behind(bench: Bench) -> None:
    assert composed(bench, THANKS, written(TEXT, author="Nuria")).status == Status.ACCEPTED
    assert len(bench.model.asked) == 1
