"""What a pattern asks of its help: that it is there, and that its rules reach the operations that it plans."""

from __future__ import annotations

import pytest

from pandora.check.lint import lint
from pandora.engine.pattern import Library
from pandora.errors import DocumentError
from pandora.outcome import Status
from tests.engine.runs import Bench, Line, checked, planned, understood

TASK = "Tell Ann which fruit in data/fruit.csv is the cheapest."
ANSWER = """\
---
pattern: answer
level: operation
handler: answer
when: a question to answer in words
effects: none
repeat: true
tries: 5
agree: 2
---
# answer

## DO

Answer.

### Form
Text: {line}
"""
SAID: Line = {"phase": "do", "level": "operation", "type": "answer", "fill": {"text": "plum"}}


@pytest.fixture(autouse=True)
def tool_that_answers(bench: Bench) -> None:
    """The tool `table` has one answer written."""
    system = bench.workspace.system
    (system / "operations/answer.md").write_text(ANSWER, encoding="utf-8")
    path = system / "tools/table/pattern.md"
    path.write_text(path.read_text(encoding="utf-8").replace("python", "answer"), encoding="utf-8")


def with_key(bench: Bench, name: str, line: str) -> None:
    path = bench.workspace.system / name
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\n---\n", f"\n{line}\n---\n", 1), encoding="utf-8")


def run(bench: Bench, step: str) -> Status:
    """A run whose answers do not name Ann."""
    tries = [SAID] * 5
    attempts = [planned(step), *tries] * 3
    return bench.start(understood(), *attempts, checked(), text=TASK).outcome.status


def test_no_rule_of_words_holds_where_nobody_asks_for_it(bench: Bench) -> None:
    tries = [SAID] * 2
    ended = bench.start(understood(), planned("table: say it"), *tries, checked(), text=TASK)
    assert ended.outcome.output == "plum"


def test_a_rule_that_a_tool_asks_for_holds_for_the_operations_that_it_plans(bench: Bench) -> None:
    with_key(bench, "tools/table/pattern.md", "evidence: [proper_names]")
    assert run(bench, "table: say it") is Status.ESCALATED
    assert "it does not name Ann" in bench.document("op-answer-1.1").body(3)


def test_a_rule_of_a_tool_does_not_hold_for_other_steps(bench: Bench) -> None:
    with_key(bench, "tools/table/pattern.md", "evidence: [proper_names]")
    tries = [SAID] * 2
    ended = bench.start(understood(), planned("answer: say it"), *tries, checked(), text=TASK)
    assert ended.outcome.output == "plum"


def test_an_operation_may_ask_for_a_rule_itself(bench: Bench) -> None:
    with_key(bench, "operations/answer.md", "evidence: [proper_names]")
    assert run(bench, "answer: say it") is Status.ESCALATED


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("help: magic", ("'magic'", "code, data")),
        ("evidence: [luck]", ("'luck'", "proper_names")),
        ("evidence: language", ("evidence", "list")),
    ],
)
def test_what_no_help_and_no_rule_is_called_is_told(bench: Bench, line: str, told: tuple[str, ...]) -> None:
    with_key(bench, "operations/python.md", line)
    (problem,) = [str(problem) for problem in lint(bench.workspace) if "python.md" in str(problem)]
    assert problem.startswith("system/operations/python.md:")
    assert all(word in problem for word in told)
    with pytest.raises(DocumentError):
        Library(bench.workspace).load("operation", "python")
