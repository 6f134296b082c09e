"""A text that says hardly anything of its files is refused, or told so once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.task import Task
from tests.engine.runs import Bench, Line, with_evidence

REPORT = "The roof of the hall leaks above the stage and the repair costs 4,850 euros in all.\n" * 6
REQUEST = "boil report.txt down to 60 words at most, with what the repair costs"
SHORT = "The repair costs 4,850 euros."
LONG = "The roof of the hall leaks above the stage, and the repair costs 4,850 euros in all."
TOLD = "it has 5 words, and 60 are allowed"


def told(bench: Bench, request: str, texts: list[str], chance: float | None) -> Outcome:
    """The end of a run of texts, where the model says how likely a summary is asked for."""
    with_evidence(bench, "draft", "given_numbers")
    (bench.root / "report.txt").write_text(REPORT, encoding="utf-8")
    line: Line = {"phase": "do", "level": "operation", "type": "draft"}
    sure = {} if chance is None else {"chances": {"answer": chance}}
    lines: list[Line] = []
    for number, text in enumerate(texts):
        author = {"path": "short.txt", "language": "English", "written by": "Ann", "written to": "Bo"}
        lines.append({**line, "fill": {**author, "content": text}})
        if text == SHORT and number == 0:  # the same question is not asked again
            lines.append({**line, "fill": {"answer": "yes"}, **sure})
    bench.script(lines)
    host = bench.host()
    host.operations = OPERATIONS
    task = Task(request, "operation", "draft", "abc234", "system-abc234", "1", request=request)
    task = replace(task, kind_of_task="file", files=("report.txt",), named=True, makes=("short.txt",))
    return micro_loop(task, host)


def document(bench: Bench) -> str:
    return bench.host().store.load("op-draft-abc234-1").text


def test_a_summary_uses_its_room(bench: Bench) -> None:
    end = told(bench, REQUEST, [SHORT, SHORT, LONG], 0.99)
    assert end.status is Status.ACCEPTED
    assert document(bench).count(TOLD) == 2
    assert f"Content: {LONG}" in document(bench).split("### Outcome")[0].split("### Candidate 3")[1]


@pytest.mark.parametrize("chance", [0.9, None])
def test_a_text_that_may_be_for_one_fact_is_told_once(bench: Bench, chance: float | None) -> None:
    end = told(bench, REQUEST, [SHORT, SHORT], chance)
    assert end.status is Status.ACCEPTED
    assert f"also when told: {TOLD}" in document(bench)


@pytest.mark.parametrize(
    ("request_text", "text"),
    [
        (REQUEST, LONG),
        ("boil report.txt down to 20 words at most", LONG),
        ("boil report.txt down to at least 60 words", LONG),
        ("boil report.txt down to 200 words at most", LONG),
    ],
)
def test_nothing_is_asked_of_a_text_with_enough_words_or_of_short_files(
    bench: Bench, request_text: str, text: str
) -> None:
    told(bench, request_text, [text], None)
    assert not any("ask for a summary" in prompt.text for prompt in bench.model.prompts)
