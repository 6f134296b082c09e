"""The try of a new module that goes on with its stub, behind the direct one and first in a later attempt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pandora.disk.layout import shipped_system
from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.policy import Policy, Rule
from pandora.task import Task
from tests.engine.runs import Bench, Line

REQUEST = "Write price.py with price(kg): price(2) is 3, price(5) is 3, price(8) is 9."
TASK = Task(
    *(REQUEST, "operation", "write", "abc234", "system-abc234", "1"),
    request=REQUEST,
    outputs=("price.py",),
    makes=("price.py",),
    kind_of_task="code",
)
ALLOWED = Policy(yes=True).with_rules([Rule("write", "*", "allow", "pandora.toml:2")])
SHOWN = "    >>> price(2)\n    3\n    >>> price(5)\n    3\n    >>> price(8)\n    9\n"
STUB = f'def price(kg):\n    """{REQUEST}\n\n{SHOWN}    """\n'
RIGHT = "    return 3 if kg <= 5 else 9"


@pytest.fixture(autouse=True)
def pattern(bench: Bench) -> None:
    kernel = bench.workspace.system / "kernel"
    kernel.mkdir(exist_ok=True)
    (kernel / "write.md").write_bytes((shipped_system() / "kernel/write.md").read_bytes())


def writing(content: str) -> Line:
    return {"phase": "do", "level": "operation", "type": "write", "fill": {"content": content}}


def operate(bench: Bench, *lines: Line, task: Task = TASK) -> Outcome:
    bench.script(lines)
    host = bench.host(policy=ALLOWED)
    host.operations = OPERATIONS
    return micro_loop(task, host)


def test_the_second_try_goes_on_with_the_stub_and_leaves_it_out(bench: Bench) -> None:
    outcome = operate(bench, writing("def price(kg):\n    return 3\n"), writing(STUB + RIGHT))
    assert outcome.status is Status.ACCEPTED, outcome
    assert [dict(opening) for opening in bench.model.openings] == [{}, {"content": STUB}]
    assert "Complete the code of price.py." in bench.model.prompts[1].text
    assert (bench.root / "price.py").read_text(encoding="utf-8") == f"def price(kg):\n{RIGHT}"


def test_a_later_attempt_begins_with_the_stub(bench: Bench) -> None:
    wrong = [writing(f"def price(kg):\n    return {n}") for n in range(4)]
    formed = [{**line, "fill": {"path": "price.py", **line["fill"]}} for line in wrong[2:]]
    failed = operate(bench, *wrong[:2], *formed)
    assert failed.status is Status.ESCALATED, failed
    outcome = operate(bench, writing(STUB + RIGHT), task=replace(TASK, number="2"))
    assert outcome.status is Status.ACCEPTED, outcome
    assert [dict(opening) for opening in bench.model.openings] == [{"content": STUB}]
