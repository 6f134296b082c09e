"""A text that leaves out what its request says: the model is asked of each clause in doubt."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.task import Task
from tests.engine.runs import Bench, Line

PATTERN = Path(__file__).parents[2] / "system" / "operations" / "compose.md"
REQUEST = "Write a note to our neighbours: the party is on Friday, and if it rains we go into the barn."
WITHOUT, WITH = "Dear neighbours, our party is on Friday.", "Our party is on Friday, in the barn if it rains."


def written(text: str) -> Line:
    said = {"language": "English", "written by": "we", "written to": "neighbours", "text": text}
    return {"phase": "do", "level": "operation", "type": "compose", "fill": said}


def answered(answer: str) -> Line:
    return {"phase": "do", "level": "operation", "type": "compose", "fill": {"answer": answer}}


def composed(bench: Bench, *lines: Line) -> Outcome:
    (bench.workspace.system / "operations").mkdir(exist_ok=True)
    (bench.workspace.system / "operations" / "compose.md").write_bytes(PATTERN.read_bytes())
    bench.script(lines)
    host = bench.host()
    host.operations = OPERATIONS
    task = Task(REQUEST, "operation", "compose", "abc234", "system-abc234", "1", request=REQUEST)
    return micro_loop(replace(task, kind_of_task="answer"), host)


def document_of(bench: Bench) -> str:
    return bench.host().store.load("op-compose-abc234-1").text


def test_a_text_that_leaves_a_clause_out_is_written_again(bench: Bench) -> None:
    ended = composed(bench, written(WITHOUT), answered("no"), answered("no"), written(WITH))
    assert (ended.status, ended.output) == (Status.ACCEPTED, WITH)
    assert "it does not say: if it rains we go into the barn" in document_of(bench)


def test_what_the_model_finds_in_other_words_is_told(bench: Bench) -> None:
    ended = composed(bench, written(WITHOUT), answered("yes"))
    assert (ended.status, ended.output) == (Status.ACCEPTED, WITHOUT)
    assert "says each clause of the task" in document_of(bench)


def test_a_text_with_the_words_is_not_asked_about(bench: Bench) -> None:
    ended = composed(bench, written(WITH))
    assert (ended.status, len(bench.model.asked)) == (Status.ACCEPTED, 1)
