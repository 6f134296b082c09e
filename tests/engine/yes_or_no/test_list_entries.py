"""A value that takes the place of an entry where the request adds one."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.policy import Policy, Rule
from pandora.task import Task
from tests.engine.runs import Bench, Line

PATTERN = Path(__file__).parents[3] / "system" / "kernel" / "set.md"
TASK = Task(
    "there is a court 4 in courts.toml from now on",
    "operation",
    "set",
    "abc234",
    "system-abc234",
    "1",
    files=("courts.toml",),
    kind_of_task="change",
)
ALLOWED = Policy(yes=True).with_rules([Rule("write", "*", "allow", "pandora.toml:2")])
BEFORE = 'courts = ["1", "2", "3"]  # of clay\n'


@pytest.fixture
def courts(bench: Bench) -> Path:
    kernel = bench.workspace.system / "kernel"
    kernel.mkdir(exist_ok=True)
    (kernel / "set.md").write_bytes(PATTERN.read_bytes())
    path = bench.root / "courts.toml"
    path.write_text(BEFORE, encoding="utf-8")
    return path


def said(chance: float) -> Line:
    return {
        "phase": "do", "level": "operation", "type": "set",
        "fill": {"answer": "yes"}, "chances": {"answer": chance},
    }  # fmt: skip


def operate(bench: Bench, *chances: float) -> Outcome:
    items = [{"key": "courts.2", "line": '"4"'}]
    fill = {"path": "courts.toml", "values": items}
    bench.script(
        [{"phase": "do", "level": "operation", "type": "set", "fill": fill}, *(said(one) for one in chances)]
    )
    host = bench.host(policy=ALLOWED)
    host.operations = OPERATIONS
    return micro_loop(TASK, host)


def test_a_value_that_is_one_more_entry_stands_behind_the_list(bench: Bench, courts: Path) -> None:
    outcome = operate(bench, 0.9, 0.6)
    assert outcome.status is Status.ACCEPTED, outcome
    assert courts.read_text(encoding="utf-8") == BEFORE.replace('"3"]', '"3", "4"]')
    assert "4 is one more entry of courts" in bench.host().store.load("op-set-abc234-1").text


def test_a_value_that_rather_replaces_an_entry_takes_its_place(bench: Bench, courts: Path) -> None:
    outcome = operate(bench, 0.6, 0.9, 0.9, 0.6, 0.6)
    assert outcome.status is Status.ACCEPTED, outcome
    assert courts.read_text(encoding="utf-8") == BEFORE.replace('"3"', '"4"')
