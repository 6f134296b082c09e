"""The operation `rename` in a loop: it changes files that the request does not name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.policy import Policy, Rule
from pandora.task import Task
from tests.engine.runs import CHEAPEST, Bench, checked, coded, planned, understood

PATTERN = Path(__file__).parents[2] / "system" / "operations" / "rename.md"
TASK = Task(
    *("rename load in rows.py to read", "operation", "rename", "abc234", "system-abc234", "1"),
    files=("rows.py",),
    named=True,
    kind_of_task="change",
)
ALLOWED = Policy(yes=True).with_rules([Rule("write", "*", "allow", "pandora.toml:2")])


@pytest.fixture
def project(bench: Bench) -> Path:
    operations = bench.workspace.system / "operations"
    operations.mkdir(exist_ok=True)
    (operations / "rename.md").write_bytes(PATTERN.read_bytes())
    (bench.root / "rows.py").write_text("def load(): ...\n", encoding="utf-8")
    (bench.root / "use.py").write_text("import rows\n\nrows.load()\n", encoding="utf-8")
    return bench.root


def operate(bench: Bench, old: str, new: str, text: str = TASK.text) -> Outcome:
    fill = {"path": "rows.py", "old": old, "new": new}
    bench.script([{"phase": "do", "level": "operation", "type": "rename", "fill": fill}])
    host = bench.host(policy=ALLOWED)
    host.operations = OPERATIONS
    return micro_loop(replace(TASK, text=text), host)


def test_a_name_changes_in_files_that_the_request_does_not_name(bench: Bench, project: Path) -> None:
    outcome = operate(bench, "load", "read")
    assert outcome.status is Status.ACCEPTED, outcome
    assert (project / "rows.py").read_text(encoding="utf-8") == "def read(): ...\n"
    assert (project / "use.py").read_text(encoding="utf-8") == "import rows\n\nrows.read()\n"
    assert "rows.py: load, (module)" in bench.model.prompts[0].text


def test_a_module_is_moved(bench: Bench, project: Path) -> None:
    outcome = operate(bench, "(module)", "table", "rename rows.py to table.py")
    assert outcome.status is Status.ACCEPTED, outcome
    assert not (project / "rows.py").exists()
    assert (project / "table.py").read_text(encoding="utf-8") == "def load(): ...\n"
    assert (project / "use.py").read_text(encoding="utf-8") == "import table\n\ntable.load()\n"


def test_no_person_is_asked_for_the_uses_of_a_name(bench: Bench, project: Path) -> None:
    root = bench.start(
        understood(), planned("python: print it"), *[coded(CHEAPEST)] * 2, checked(), text=TASK.text
    ).root
    step = {"path": "rows.py", "old": "load", "new": "read"}
    bench.script([{"phase": "do", "level": "operation", "type": "rename", "fill": step}])
    host = bench.host(policy=Policy(yes=True))
    host.operations = OPERATIONS
    task = replace(TASK, run=root.removeprefix("system-"), parent=root)
    outcome = micro_loop(task, host)
    assert outcome.status is Status.ACCEPTED, outcome.question
    assert "rows.read()" in (project / "use.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "old", "new", "status"),
    [
        ("The function load should be called fetch everywhere", "load", "fetch", Status.ACCEPTED),
        ("The function load should be called fetch everywhere", "load", "take", Status.FAILED),
    ],
)
def test_who_gives_both_names_need_not_name_the_files(
    bench: Bench, project: Path, text: str, old: str, new: str, status: Status
) -> None:
    (project / "rows.py").write_text("def load(): ...\n\n\ndef keep(): ...\n", encoding="utf-8")
    (project / "use.py").write_text("import rows\n\nrows.load()\nrows.keep()\n", encoding="utf-8")
    lines = (understood(), planned("python: print it"), *[coded(CHEAPEST)] * 2, checked())
    root = bench.start(*lines, text=text).root
    step = {"path": "rows.py", "old": old, "new": new}
    bench.script([{"phase": "do", "level": "operation", "type": "rename", "fill": step}])
    host = bench.host(policy=Policy(yes=True))
    host.operations = OPERATIONS
    task = replace(TASK, text=text, run=root.removeprefix("system-"), parent=root)
    outcome = micro_loop(task, host)
    assert outcome.status is status, outcome
    assert (f"rows.{new}()" in (project / "use.py").read_text(encoding="utf-8")) == (status is Status.ACCEPTED)
