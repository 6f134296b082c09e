"""A text that is longer than its request allows, without the sentences that are asked for the least."""

from __future__ import annotations

from pandora.outcome import Status
from tests.engine.composed_texts import composed, document_of, written
from tests.engine.runs import Bench, Line

REQUEST = "Write a note to our neighbours in at most 24 words: the party is on Friday, bring a chair."
PARTY, CHAIR = (
    "Our party is on Friday evening, and we look forward to it.",
    "Please bring a chair for each of you.",
)
MORE = "We have lived in this house for three years now and like it very much."


def _yes(*chances: float) -> list[Line]:
    """Answers to both questions of each sentence."""
    line: Line = {"phase": "do", "level": "operation", "type": "compose", "fill": {"answer": "yes"}}
    return [{**line, "chances": {"answer": chance}} for chance in chances for _ in range(2)]


def test_a_text_that_is_too_long_is_shortened(bench: Bench) -> None:
    ended = composed(bench, REQUEST, written(f"{PARTY} {MORE} {CHAIR}"), *_yes(0.9, 0.3, 0.8))
    assert (ended.status, ended.output) == (Status.ACCEPTED, f"{PARTY} {CHAIR}")
    assert f"shortened from 35 words, without: {MORE}" in document_of(bench)


def test_a_sentence_with_a_fact_of_its_own_is_not_left_out_first(bench: Bench) -> None:
    asked = REQUEST.replace("bring a chair", "bring 40 chairs")
    chairs = "Please bring 40 chairs for all of you."
    ended = composed(bench, asked, written(f"{PARTY} {MORE} {chairs}"), *_yes(0.9, 0.8, 0.3))
    assert (ended.status, ended.output) == (Status.ACCEPTED, f"{PARTY} {chairs}")


def test_one_that_lacks_something_then_is_written_again(bench: Bench) -> None:
    asked = REQUEST.replace("bring a chair", "bring 40 chairs")
    short, chairs = f"{PARTY} Bring 40 chairs.", "Please bring some chairs for all of you."
    missed: Line = {"phase": "do", "level": "operation", "type": "compose", "fill": {"answer": "no"}}
    long, again = written(f"{PARTY} {MORE} {chairs}"), written(short)
    ended = composed(bench, asked, long, *_yes(0.9, 0.8, 0.3), missed, missed, again)
    assert (ended.status, ended.output) == (Status.ACCEPTED, short)
    assert "words and may have 24; say it in fewer, with every fact" in document_of(bench)


def test_a_text_stays_long_where_the_model_shows_no_probabilities(bench: Bench) -> None:
    unsure: Line = {"phase": "do", "level": "operation", "type": "compose", "fill": {"answer": "yes"}}
    long, again = written(f"**A note**\n**To all:**\n{PARTY} {MORE} {CHAIR}"), written(f"{PARTY} {CHAIR}")
    ended = composed(bench, REQUEST, long, unsure, again)
    assert (ended.status, ended.output) == (Status.ACCEPTED, f"{PARTY} {CHAIR}")
    assert "shortened from" not in document_of(bench)


def test_a_text_with_one_sentence_too_many_loses_nothing(bench: Bench) -> None:
    asked = "Write a note to our neighbours in two sentences: the party is on Friday, please bring a chair."
    ended = composed(bench, asked, written(f"{PARTY} {MORE} {CHAIR}"))
    assert (ended.status, ended.output) == (
        Status.ACCEPTED,
        f"{PARTY} {MORE[:-1]}; please bring a chair for each of you.",
    )
    assert "code made one sentence of two" in document_of(bench)


def test_one_with_two_too_many_is_written_again(bench: Bench) -> None:
    asked = "Write a note to our neighbours in one sentence: the party is on Friday, bring a chair."
    ended = composed(bench, asked, written(f"{PARTY} {MORE} {CHAIR}"), written(f"{PARTY[:-1]}, bring a chair."))
    assert (ended.status, ended.output) == (Status.ACCEPTED, f"{PARTY[:-1]}, bring a chair.")
    assert "it has 3 sentences and may have 1" in document_of(bench)


def test_a_text_may_end_with_who_writes_it(bench: Bench) -> None:
    text = f"{PARTY} {CHAIR} We look forward to all of you, with kind regards from the house, Ola Berg"
    asked = "Write a note to our neighbours from Ola Berg: the party is on Friday, bring a chair."
    assert composed(bench, asked, written(text, author="Ola Berg")).status is Status.ACCEPTED


def test_a_summary_that_is_much_too_long_is_first_written_again(bench: Bench) -> None:
    (bench.root / "party.txt").write_text(f"{PARTY}\n\n{MORE}\n\n{CHAIR}\n", encoding="utf-8")
    asked = "Sum up party.txt for our neighbours in at most 24 words."
    long, again = written(f"{PARTY} {MORE} {CHAIR}"), written(f"{PARTY} {CHAIR}")
    ended = composed(bench, asked, long, again, files=("party.txt",))
    assert (ended.status, ended.output) == (Status.ACCEPTED, f"{PARTY} {CHAIR}")
    assert "it has 35 words and may have 24; say it in fewer, with every fact" in document_of(bench)
