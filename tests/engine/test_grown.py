"""A grown operation, from its file to its result: the example of the page, and what check says of others."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pandora.check.lint import lint
from pandora.check.lint_system import system_problems
from pandora.check.token_costs import WORDS
from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.policy import Policy, Rule
from pandora.task import Task
from tests.engine.runs import Bench

PAGE = Path(__file__).parents[2] / "docs" / "patterns.md"
TASK = Task("the sha256 of data/fruit.csv", "operation", "checksum", "abc234", "system-abc234", "1")
ID = "op-checksum-abc234-1"
FILLED = {"phase": "do", "level": "operation", "fill": {"path": "data/fruit.csv", "method": "sha256"}}


def example() -> str:
    found = re.search(r"^````markdown\n(.*?)^````$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert found
    return found[1]


@pytest.fixture
def grown(bench: Bench) -> Callable[[str], Path]:
    """Write the operation `checksum`."""

    def write(text: str) -> Path:
        path = bench.workspace.system / "operations" / "checksum.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


def operate(bench: Bench, policy: Policy | None = None) -> Outcome:
    bench.script([FILLED])
    host = bench.host(policy=policy or Policy())
    host.operations = OPERATIONS
    return micro_loop(TASK, host)


def test_the_example_of_the_page_runs(bench: Bench, grown: Callable[[str], Path]) -> None:
    grown(example())
    outcome = operate(bench)
    assert outcome.status is Status.ACCEPTED, outcome
    digest = hashlib.sha256((bench.workspace.root / "data/fruit.csv").read_bytes()).hexdigest()
    assert outcome.output == f'{{"data/fruit.csv": "{digest}"}}'
    document = bench.host().store.load(ID)
    assert "Path: data/fruit.csv\nMethod: sha256" in document.body(3)
    assert list(document.meta["confined"].values()) == [[1]]


def test_a_changed_script_is_run_again_and_an_unchanged_one_is_not(
    bench: Bench, grown: Callable[[str], Path]
) -> None:
    grown(example())
    operate(bench)
    assert operate(bench).status is Status.ACCEPTED
    assert len(bench.model.unused) == 1  # the reply was not asked for again
    grown(example().replace("hexdigest()", "hexdigest()[:8]"))
    assert len(operate(bench).output) < 40
    assert not bench.model.unused


@pytest.mark.parametrize("effects", ["system", "network"])
def test_a_declared_effect_asks_and_the_yes_is_bound_to_the_script(
    bench: Bench, grown: Callable[[str], Path], effects: str
) -> None:
    policy = Policy().with_rules([Rule("loopback", "*", "allow")])
    grown(example().replace("effects: none", f"effects: {effects}"))
    assert operate(bench, policy).status is Status.WAITING
    question = next(line for line in bench.host().store.load(ID).body(3).split("\n") if "May it" in line)
    assert "checksum (path: 'data/fruit.csv', method: 'sha256')" in question
    grown(example().replace("effects: none", f"effects: {effects}").replace("# The", "# Other; the"))
    assert operate(bench, policy).status is Status.WAITING
    again = [line for line in bench.host().store.load(ID).body(3).split("\n") if "May it" in line]
    assert again[-1] != question  # other bytes, another question
    assert operate(bench, replace(policy, yes=True)).status is Status.ACCEPTED


def test_the_network_of_a_script_needs_this_machine_to_be_open_too(
    bench: Bench, grown: Callable[[str], Path]
) -> None:
    grown(example().replace("effects: none", "effects: network"))
    outcome = operate(bench, Policy(yes=True))
    assert outcome.status is Status.FAILED
    assert "policy denies loopback" in outcome.reason


def test_a_comment_in_the_script_is_no_heading(bench: Bench, grown: Callable[[str], Path]) -> None:
    grown(example().replace("import json\n", "import json\n# DO\n## Form\n"))
    assert operate(bench).status is Status.ACCEPTED


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("print(json", "print((json", "print((json", "the script is no Python"),
        ("```python", "```perl", "```perl", "no script is run in perl"),
        ("## Handler", "## Notes", "", "there is no script"),
        ("handler: script", "handler: read", "## Handler", "nothing runs this script"),
        ("repeat: true\n", "", "", "may run twice"),
        ("result: json", "result: xml", "", "result is 'xml'"),
        ("effects: none", "effects: some", "", "effects is 'some'"),
        ("Method: {sha256 | md5}", "Steps: {1..2 of}\n  {line}", "## DO", "cannot take the list 'Steps:'"),
        ("### Form\nPath: {line 40}\nMethod: {sha256 | md5}", "", "", "needs `## DO` with a `### Form`"),
        ("result: json", "result: text\nhandlers: x", "", "unknown key 'handlers'"),
    ],
)
def test_check_finds_what_is_wrong(
    bench: Bench, grown: Callable[[str], Path], old: str, new: str, line: str, message: str
) -> None:
    text = example()
    assert old in text
    path = grown(text.replace(old, new))
    found = [each for each in system_problems(bench.workspace, WORDS) if each.path.endswith("checksum.md")]
    told = [each for each in found if message in each.message]
    assert told, found
    if line:
        assert path.read_text(encoding="utf-8").split("\n")[told[0].line - 1].startswith(line)


def test_check_finds_nothing_in_the_example(bench: Bench, grown: Callable[[str], Path]) -> None:
    grown(example())
    assert [each for each in lint(bench.workspace, WORDS) if "checksum" in each.path] == []
