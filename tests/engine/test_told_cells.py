"""Cells that a model read out of a text, where the text says other words more surely."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Status
from pandora.task import Task
from tests.engine.runs import Bench, Line

SYSTEM = Path(__file__).parents[2] / "system" / "operations"
MAIL = "From: Ellen Rask\n\nwe had ordered 6 baguettes, but please make it 8 baguettes instead\n"


@pytest.mark.parametrize(
    ("eight", "six", "cell", "reason"),
    [
        (0.9, 0.6, "quantity: 8 [line 3]", "; quantity: 8 (2.2) before 6 (0.4)\n"),
        (0.7, 0.65, "quantity: 6 [line 3]", "quantity a.txt:3\n"),
        (None, None, "quantity: 6 [line 3]", "quantity a.txt:3\n"),
    ],
)
def test_a_cell_gets_the_words_that_the_text_says_more_surely(
    bench: Bench, eight: float | None, six: float | None, cell: str, reason: str
) -> None:
    (bench.workspace.system / "operations").mkdir(exist_ok=True)
    (bench.workspace.system / "operations" / "fields.md").write_bytes((SYSTEM / "fields.md").read_bytes())
    (bench.root / "a.txt").write_text(MAIL, encoding="utf-8")
    line: Line = {"phase": "do", "level": "operation", "type": "fields"}
    asked: list[Line] = [{**line, "fill": {"answer": "yes"}}]
    if eight is not None:
        asked = [{**asked[0], "chances": {"answer": chance}} for chance in (eight, six)]
    bench.script([{**line, "fill": {"name": "Ellen Rask", "quantity": "6"}}, *asked])
    host = bench.host()
    host.operations = OPERATIONS
    task = Task(
        "a.txt: name, quantity", "operation", "fields", "abc234", "system-abc234", "1",
        request="make a table of name and quantity", files=("a.txt",), named=True, kind_of_task="file",
    )  # fmt: skip
    ended = micro_loop(replace(task, part=True), host)
    assert ended.status is Status.ACCEPTED
    assert cell in ended.output
    assert reason in host.store.load("op-fields-abc234-1").text
