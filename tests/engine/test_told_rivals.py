"""An answer from texts for which the text rather says another value of its kind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.task import Task
from tests.engine.runs import Bench, Line

PATTERN = Path(__file__).parents[2] / "system" / "operations" / "quote.md"
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


def quoted(bench: Bench, *lines: Line) -> Outcome:
    (bench.workspace.system / "operations").mkdir(exist_ok=True)
    (bench.workspace.system / "operations" / "quote.md").write_bytes(PATTERN.read_bytes())
    bench.workspace.root.joinpath("minutes.txt").write_text(MINUTES, encoding="utf-8")
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
