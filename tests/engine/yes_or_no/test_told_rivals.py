"""An answer from texts for which the text rather says another value of its kind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pandora.engine.micro_loop import micro_loop
from pandora.engine.yes_or_no.told_rivals import with_surer_values
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.task import Task
from tests.engine.runs import Bench, Line

PATTERN = Path(__file__).parents[3] / "system" / "operations" / "quote.md"
REQUEST = "Look in minutes.txt: who collects the quotes for the switch?"
MINUTES = """Minutes of the meeting

It was first said that Owen collects the quotes for the switch.

Because of the trade fair it is now Sunita who collects the quotes for the switch."""


def written(text: str) -> Line:
    return {"phase": "do", "level": "operation", "type": "quote", "fill": {"text": text}}


def said(answer: str, chance: float) -> Line:
    return {
        "phase": "do", "level": "operation", "type": "quote",
        "fill": {"answer": answer}, "chances": {"answer": chance},
    }  # fmt: skip


def quoted(bench: Bench, *lines: Line, minutes: str = MINUTES) -> Outcome:
    (bench.workspace.system / "operations").mkdir(exist_ok=True)
    (bench.workspace.system / "operations" / "quote.md").write_bytes(PATTERN.read_bytes())
    bench.workspace.root.joinpath("minutes.txt").write_text(minutes, encoding="utf-8")
    bench.script(lines)
    host = bench.host()
    host.operations = OPERATIONS
    task = Task(REQUEST, "operation", "quote", "abc234", "system-abc234", "1", request=REQUEST)
    return micro_loop(replace(task, kind_of_task="answer", files=("minutes.txt",), named=True), host)


def document_of(bench: Bench) -> str:
    return bench.host().store.load("op-quote-abc234-1").text


def test_an_answer_is_refused_where_the_text_says_another_value_more_surely(bench: Bench) -> None:
    first, second = written("Sunita, because of the trade fair."), written("Because of the trade fair, Sunita.")
    beaten = [said("yes", 0.9), said("yes", 0.7)]  # of Owen, and of Sunita
    held = [said("yes", 0.6), said("yes", 0.7)]
    ended = quoted(bench, first, *beaten, second, *held, second)
    assert (ended.status, ended.output) == (Status.ACCEPTED, "Because of the trade fair, Sunita.")
    text = document_of(bench)
    assert "it gives 'Sunita' (0.70), and the text may say that of 'Owen' (0.90)" in text
    assert "'Sunita' before Owen in" in text


def test_what_held_in_one_try_is_not_asked_again_in_the_next(bench: Bench) -> None:
    right = written("Sunita, because of the trade fair.")
    ended = quoted(bench, right, said("yes", 0.6), said("yes", 0.9), right)
    assert (ended.status, len(bench.model.asked)) == (Status.ACCEPTED, 4)


def test_words_that_were_refused_are_refused_again_without_a_question(bench: Bench) -> None:
    first, other = written("Sunita, because of the trade fair."), written("Because of the trade fair, Sunita.")
    beaten, held = [said("yes", 0.9), said("yes", 0.7)], [said("yes", 0.6), said("yes", 0.7)]
    ended = quoted(bench, first, *beaten, first, other, *held, other)
    assert (ended.status, len(bench.model.asked)) == (Status.ACCEPTED, 8)
    assert document_of(bench).count("it gives 'Sunita' (0.70)") == 2


def test_a_value_within_a_longer_one_of_an_earlier_try_is_asked_about(bench: Bench) -> None:
    first, other = written("Sunita, because of the trade fair."), written("Sunita, because of the trade")
    beaten, held = [said("yes", 0.9), said("yes", 0.7)], [said("yes", 0.6), said("yes", 0.7)]
    ended = quoted(bench, first, *beaten, other, *held, other)
    assert (ended.status, len(bench.model.asked)) == (Status.ACCEPTED, 7)


def test_a_value_that_is_refused_twice_is_replaced_where_the_text_says_another_far_more_surely(
    bench: Bench,
) -> None:
    first, other = written("Owen, because of the trade fair."), written("Because of the trade fair, Owen.")
    asked = [said("yes", 0.97), said("yes", 0.5)]  # of Sunita, and of Owen
    right = [said("yes", 0.5), said("yes", 0.97)]
    last = written("Sunita, because of the trade fair.")
    minutes = MINUTES.replace("Because", "Owen is not there because").replace("it is", "so it is")
    ended = quoted(bench, first, *asked, other, *asked, *right, last, *right, minutes=minutes)
    assert (ended.status, ended.output) == (Status.ACCEPTED, "Because of the trade fair, Sunita.")
    text = document_of(bench)
    assert "code put 'Sunita' for 'Owen', of which the text says it less surely (0.97, 0.50)" in text


FAR = "it gives 'Owen' (0.50), and the text may say that of 'Sunita' (0.97): what holds in the end counts"


@pytest.mark.parametrize(
    ("refusal", "earlier"),
    [(FAR.replace("0.97", "0.70"), 1), (FAR, 0), ("Owen stands nowhere in minutes.txt", 1)],
)
def test_else_an_answer_stays(refusal: str, earlier: int) -> None:
    given = {"text": "Owen does it."}
    assert with_surer_values(given, refusal, [refusal] * earlier) == (given, [])


def test_of_several_parts_the_one_with_the_value_changes_and_what_has_it_twice_stays() -> None:
    twice = {"text": "Owen does it, says Owen."}
    assert with_surer_values(twice, FAR, [FAR]) == (twice, [])
    assert with_surer_values({"who": "Owen", "until when": "May"}, FAR, [FAR])[0]["who"] == "Sunita"
