"""Notes that a text is made of: the model is asked of each whether the request asks for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.task import Task
from tests.engine.composed_texts import document_of, written
from tests.engine.runs import Bench, Line, without_direct

NOTES = "- pool closed until sunday\n- the firm wants money\n- sauna stays open\n- opens again on monday\n"
REQUEST = "Write a notice for the visitors from notes.txt, nothing about money."
GOOD = "The pool is closed until Sunday. The sauna stays open. We open again on Monday."
BAD = f"{GOOD} The firm wants money."


def _yes(*chances: float) -> list[Line]:
    """Answers to both questions of each note."""
    line: Line = {"phase": "do", "level": "operation", "type": "compose", "fill": {"answer": "yes"}}
    return [{**line, "chances": {"answer": chance}} for chance in chances for _ in range(2)]


def _noticed(bench: Bench, *lines: Line, notes: str = NOTES, request: str = REQUEST) -> Outcome:
    (bench.workspace.system / "operations").mkdir(exist_ok=True)
    pattern = without_direct("operations/compose.md").replace(
        "author, greeting, clauses, asked_notes", "author, asked_notes"
    )
    (bench.workspace.system / "operations" / "compose.md").write_text(pattern)
    (bench.root / "notes.txt").write_text(notes, encoding="utf-8")
    bench.script(lines)
    host = bench.host()
    host.operations = OPERATIONS
    task = Task(request, "operation", "compose", "abc234", "system-abc234", "1", request=request)
    return micro_loop(replace(task, kind_of_task="answer", files=("notes.txt",)), host)


def _shown(bench: Bench) -> str:
    """What the last prompt shows."""
    return bench.model.prompts[-1].text


def test_a_note_that_is_not_asked_for_is_not_in_the_prompt(bench: Bench) -> None:
    ended = _noticed(bench, *_yes(0.9, 0.5, 0.85, 0.88), written(GOOD))
    assert (ended.status, ended.output) == (Status.ACCEPTED, GOOD)
    prompt = _shown(bench)
    assert "- sauna stays open" in prompt
    assert "the firm wants money" not in prompt
    assert "leaves out of notes.txt what the task does not ask for: the firm wants money" in document_of(bench)


def test_a_text_with_such_a_note_is_written_again(bench: Bench) -> None:
    ended = _noticed(bench, *_yes(0.9, 0.5, 0.85, 0.88), written(BAD), written(GOOD))
    assert (ended.status, ended.output) == (Status.ACCEPTED, GOOD)
    assert "the task does not ask for this: the firm wants money" in document_of(bench)


@pytest.mark.parametrize("chances", [(0.9, 0.8, 0.85, 0.88), (0.9, 0.3, 0.31, 0.32)])
def test_without_a_gap_all_notes_are_shown(bench: Bench, chances: tuple[float, ...]) -> None:
    ended = _noticed(bench, *_yes(*chances), written(BAD))
    assert (ended.status, ended.output) == (Status.ACCEPTED, BAD)
    assert "the firm wants money" in _shown(bench)


def test_a_model_without_probabilities_is_shown_all_notes(bench: Bench) -> None:
    unsure: Line = {"phase": "do", "level": "operation", "type": "compose", "fill": {"answer": "yes"}}
    ended = _noticed(bench, unsure, written(GOOD))
    assert ended.status is Status.ACCEPTED
    assert "the firm wants money" in _shown(bench)


def test_where_all_notes_are_asked_for_the_text_has_words_and_numbers_of_each(bench: Bench) -> None:
    plain = "Swimming club Otters\nmonday 27 april\nhall 4, Mill Lane\nbring 2 towels\n"
    short = "The Otters meet on Monday 27 April. Please bring 2 towels."
    whole = f"{short} It is in hall 4, Mill Lane."
    ended = _noticed(bench, *_yes(0.9, 0.8, 0.85, 0.88), written(short), written(whole), notes=plain)
    assert (ended.status, ended.output) == (Status.ACCEPTED, whole)
    assert "it lacks some of this: hall 4, Mill Lane" in document_of(bench)


def test_a_text_without_a_day_of_a_note_that_is_asked_for_is_written_again(bench: Bench) -> None:
    dated = NOTES.replace("until sunday", "until 27 april")
    told = GOOD.replace("until Sunday", "until 27 April")
    ended = _noticed(bench, *_yes(0.9, 0.5, 0.85, 0.88), written(GOOD), written(told), notes=dated)
    assert (ended.status, ended.output) == (Status.ACCEPTED, told)
    assert "it lacks some of this: pool closed until 27 april" in document_of(bench)


def test_of_notes_with_more_words_than_a_text_may_have_none_is_asked_for(bench: Bench) -> None:
    text = "The pool is closed until Sunday."
    ended = _noticed(bench, written(text), request="Sum up notes.txt in at most 12 words.")
    assert (ended.status, ended.output) == (Status.ACCEPTED, text)
