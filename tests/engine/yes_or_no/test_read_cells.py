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

SYSTEM = Path(__file__).parents[3] / "system" / "operations"
MAIL = "From: Ellen Rask\n\nwe had ordered 6 baguettes, but please make it 8 baguettes instead\n"


@pytest.mark.parametrize(
    ("chances", "cell", "reason"),
    [
        ([0.9, 0.6, 0.7, 0.7], "quantity: 8 [line 3]", "; quantity: 8 (2.2) before 6 (0.4)\n"),
        ([0.9, 0.6, 0.6, 0.8], "quantity: 6 [line 3]", "quantity a.txt:3\n"),  # the task means the other one
        ([0.7, 0.65], "quantity: 6 [line 3]", "quantity a.txt:3\n"),
        ([None], "quantity: 6 [line 3]", "quantity a.txt:3\n"),
    ],
)
def test_a_cell_gets_the_words_that_the_text_says_more_surely(
    bench: Bench, chances: list[float | None], cell: str, reason: str
) -> None:
    (bench.workspace.system / "operations").mkdir(exist_ok=True)
    (bench.workspace.system / "operations" / "fields.md").write_bytes((SYSTEM / "fields.md").read_bytes())
    (bench.root / "a.txt").write_text(MAIL, encoding="utf-8")
    line: Line = {"phase": "do", "level": "operation", "type": "fields"}
    yes: Line = {**line, "fill": {"answer": "yes"}}
    asked = [{**yes, "chances": {"answer": chance}} if chance else yes for chance in chances]
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


VACCINATED = "Bruno, labrador\nchipped on 10/01/2025, last against rabies on 14/02/2025\n"
ALONE = "a.txt\nname: Bruno [line 1]\nrabies: 2025-02-14 [line 2: 14/02/2025]"
BESIDE = "Side by side:\n\na.txt\nname: Bruno [line 1]\nrabies: 2025-01-10 [line 2: 10/01/2025]"


@pytest.mark.parametrize(
    ("chances", "ends", "said"),
    [
        ([0.8, 0.6, 0.7, 0.7], "| Bruno | 2025-02-14 |", "rabies of a.txt: 14/02/2025, which is the surer one"),
        ([0.6, 0.8, 0.7, 0.7], "| Bruno | 2025-01-10 |", "rabies of a.txt: 10/01/2025, which is the surer one"),
        ([0.8, 0.6, 0.5, 0.7], "in doubt: rabies of a.txt", ""),  # the text says the other one
        ([0.7, 0.65], "in doubt: rabies of a.txt", ""),
        ([None], "in doubt: rabies of a.txt", ""),
    ],
)
def test_of_two_readings_of_a_cell_the_surer_one_stands(
    bench: Bench, chances: list[float | None], ends: str, said: str
) -> None:
    (bench.workspace.system / "operations").mkdir(exist_ok=True)
    (bench.workspace.system / "operations" / "tabulate.md").write_bytes((SYSTEM / "tabulate.md").read_bytes())
    (bench.root / "a.txt").write_text(VACCINATED, encoding="utf-8")
    line: Line = {"phase": "do", "level": "operation", "type": "tabulate"}
    yes: Line = {**line, "fill": {"answer": "yes"}}
    bench.script([{**yes, "chances": {"answer": chance}} if chance else yes for chance in chances])
    host = bench.host()
    host.operations = OPERATIONS
    task = Task(
        "name, rabies", "operation", "tabulate", "abc234", "system-abc234", "1",
        request="make a table of name and day of the last rabies shot", files=("a.txt",), named=True,
        kind_of_task="answer", given={"1": ALONE, "2": BESIDE},
    )  # fmt: skip
    micro_loop(replace(task, part=True), host)
    text = host.store.load("op-tabulate-abc234-1").text
    assert ends in text
    assert said in text
