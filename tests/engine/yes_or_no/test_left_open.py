"""An answer that was refused is told that its text may leave the question open, where that is likely."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pandora.engine.micro_loop import micro_loop
from pandora.engine.yes_or_no.left_open import LEFT_OPEN, SAYS_NOTHING
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.task import Task
from tests.engine.runs import Bench, Line

PATTERN = Path(__file__).parents[3] / "system" / "operations" / "quote.md"
RECIPE = "Grandma's lemon cake\n\nPut the cake into the hot oven and bake it for 50 minutes.\n"
INVENTED = "The oven temperature for the lemon cake is 180 degrees Celsius."
HONEST = "The recipe does not say the oven temperature."


def written(text: str) -> Line:
    return {"phase": "do", "level": "operation", "type": "quote", "fill": {"text": text}}


def said(chance: float | None) -> Line:
    line: Line = {"phase": "do", "level": "operation", "type": "quote", "fill": {"answer": "yes"}}
    return line if chance is None else {**line, "chances": {"answer": chance}}


def quoted(bench: Bench, request: str, *lines: Line, text: str = RECIPE) -> Outcome:
    (bench.workspace.system / "operations").mkdir(exist_ok=True)
    (bench.workspace.system / "operations" / "quote.md").write_bytes(PATTERN.read_bytes())
    bench.workspace.root.joinpath("cake.txt").write_text(text, encoding="utf-8")
    bench.script(lines)
    host = bench.host()
    host.operations = OPERATIONS
    task = Task(request, "operation", "quote", "abc234", "system-abc234", "1", request=request)
    return micro_loop(replace(task, kind_of_task="answer", files=("cake.txt",), named=True), host)


@pytest.mark.parametrize(("chances", "told"), [((0.8, 0.7), True), ((0.99, 0.98), False)])
def test_a_refused_answer_is_told_that_the_text_may_not_say_it(
    bench: Bench, chances: tuple[float, float], told: bool
) -> None:
    asked = "What oven temperature does the lemon cake need? The recipe is in cake.txt."
    ended = quoted(bench, asked, written(INVENTED), *map(said, chances), written(HONEST), written(HONEST))
    assert (ended.status, ended.output) == (Status.ACCEPTED, HONEST)
    assert (LEFT_OPEN in bench.host().store.load("op-quote-abc234-1").text) == told
    questions = [
        prompt.text for prompt in bench.model.prompts if "Is the answer to this question" in prompt.text
    ]
    assert "in the text: What oven temperature does the lemon cake need?" in questions[0]


def test_nothing_is_asked_of_several_questions(bench: Bench) -> None:
    asked = "What oven temperature does the cake need and how long does it bake, by cake.txt?"
    quoted(bench, asked, written(INVENTED))
    assert not any("Is the answer to this question" in prompt.text for prompt in bench.model.prompts)


def test_a_model_without_probabilities_is_not_told(bench: Bench) -> None:
    asked = "What oven temperature does the lemon cake need, by cake.txt?"
    ended = quoted(bench, asked, written(INVENTED), said(None), said(None), written(HONEST), written(HONEST))
    assert ended.status is Status.ACCEPTED
    assert LEFT_OPEN not in bench.host().store.load("op-quote-abc234-1").text


CAMP = "The camp has a stove for 3 euros a day.\n"
STOVE = "The wifi is 3 euros a day."
NOTHING = "The text does not say what the wifi is a day."


@pytest.mark.parametrize(("chance", "told"), [(0.3, True), (0.9, False), (None, False)])
def test_an_answer_about_what_the_text_says_nothing_of_is_refused(
    bench: Bench, chance: float | None, told: bool
) -> None:
    lines = [written(STOVE), said(chance), written(NOTHING if told else STOVE), written(NOTHING)]
    ended = quoted(bench, "How much is the wifi a day, by cake.txt?", *lines, text=CAMP)
    assert (ended.status, ended.output) == (Status.ACCEPTED, NOTHING if told else STOVE)
    assert (SAYS_NOTHING.format("wifi") in bench.host().store.load("op-quote-abc234-1").text) == told


def test_nothing_is_asked_of_words_that_the_text_has(bench: Bench) -> None:
    right = "The stove is 3 euros a day."
    ended = quoted(bench, "How much is the stove a day?", written(right), written(right), text=CAMP)
    assert (ended.status, ended.output) == (Status.ACCEPTED, right)


def test_nothing_is_asked_of_the_date_of_a_request(bench: Bench) -> None:
    right = "In September 2027 the stove is 3 euros a day."
    asked = "How much is the stove a day in September 2027, by cake.txt?"
    ended = quoted(bench, asked, written(right), written(right), text=CAMP)
    assert (ended.status, ended.output) == (Status.ACCEPTED, right)
