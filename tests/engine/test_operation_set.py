"""The operation `set` in a loop: its form is a list, whose keys are those of the file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pandora.document.form import Group
from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.policy import Policy, Rule
from pandora.task import Task
from tests.engine.runs import Bench, Line

PATTERN = Path(__file__).parents[2] / "system" / "kernel" / "set.md"
TASK = Task(
    *(
        "set the port to 90 and the mode to fast in web.yaml",
        "operation",
        "set",
        "abc234",
        "system-abc234",
        "1",
    ),
    files=("web.yaml",),
    kind_of_task="change",
)
ALLOWED = Policy(yes=True).with_rules([Rule("write", "*", "allow", "pandora.toml:2")])


@pytest.fixture
def web(bench: Bench) -> Path:
    kernel = bench.workspace.system / "kernel"
    kernel.mkdir(exist_ok=True)
    (kernel / "set.md").write_bytes(PATTERN.read_bytes())
    path = bench.root / "web.yaml"
    path.write_text("# c\nport: 80  # p\nname: x\n", encoding="utf-8")
    return path


def settings(*pairs: tuple[str, str]) -> Line:
    items = [{"key": key, "line": value} for key, value in pairs]
    return {"phase": "do", "level": "operation", "type": "set", "fill": {"path": "web.yaml", "values": items}}


def operate(bench: Bench, *lines: Line) -> Outcome:
    bench.script(lines)
    host = bench.host(policy=ALLOWED)
    host.operations = OPERATIONS
    return micro_loop(TASK, host)


def test_several_values_are_set_at_once(bench: Bench, web: Path) -> None:
    outcome = operate(bench, settings(("port", "90"), ("(new key)", "mode = fast")))
    assert outcome.status is Status.ACCEPTED, outcome
    assert web.read_text(encoding="utf-8") == "# c\nport: 90  # p\nname: x\nmode: fast\n"
    prompt = bench.model.prompts[0].text
    assert "port = 80" in prompt
    body = bench.host().store.load("op-set-abc234-1").body(3)
    assert "1. port = 90" in body
    assert "2. (new key) = mode = fast" in body


def test_a_failure_is_told_to_the_next_try(bench: Bench, web: Path) -> None:
    outcome = operate(bench, settings(("port", "80")), settings(("port", "90")))
    assert outcome.status is Status.ACCEPTED, outcome
    assert "nothing changes" in bench.model.prompts[1].text
    assert "port: 90  # p" in web.read_text(encoding="utf-8")


def test_a_finished_run_is_not_made_again(bench: Bench, web: Path) -> None:
    operate(bench, settings(("port", "90")))
    outcome = operate(bench)
    assert outcome.status is Status.ACCEPTED
    assert bench.model.prompts == []


def test_a_try_that_left_a_value_out_is_followed_by_one_with_more_lines(bench: Bench, web: Path) -> None:
    task = replace(TASK, text="set the port to 90 and the mode to 120 in web.yaml")
    bench.script((settings(("port", "90")), settings(("port", "90"), ("(new key)", "mode = 120"))))
    host = bench.host(policy=ALLOWED)
    host.operations = OPERATIONS
    assert micro_loop(task, host).status is Status.ACCEPTED
    lists = [form["values"].slot for form in bench.model.forms]
    assert [entry.low for entry in lists if isinstance(entry, Group)] == [1, 2]
    assert "mode: 120" in web.read_text(encoding="utf-8")
