"""An operation made of an accepted run, without a model call: growth, points 13 and 14."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from pandora.budget import Budget
from pandora.check.lint import lint
from pandora.engine.host import Host
from pandora.engine.run import Ended, resume, start
from pandora.errors import UsageError
from pandora.growth.chosen_program import chosen_program
from pandora.growth.grown_tools import IDLE, grown_tool, grown_tools
from pandora.growth.tool_from_run import ToolFromRun, fields_for
from pandora.models.unasked import UnaskedModel
from pandora.operations.registry import with_handlers
from pandora.outcome import Status
from pandora.policy import ANY, Policy, Rule
from pandora.workspace.operation_context import OperationContext, Result
from pandora.workspace.undo import plan_undo, undo
from tests.engine.runs import OPERATIONS, Bench, checked, coded, planned, understood

FIRST = "How many rows of data/fruit.csv have a price over 2?"
SECOND = "How many rows of data/cars.csv have a price over 360?"
CODE = """\
rows = table("data/fruit.csv")
print(len([row for row in rows if number(row["price"]) > 2]))  # prints 1"""
OTHER = """\
total = 0
for row in table("data/cars.csv"):
    total += number(row["price"]) > 360
print(total, "cars")  # prints 3 cars"""
ALLOWED = Policy().with_rules((Rule("grow", ANY, "allow", "test"),))


def printed(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """A program's result is what its last comment says that it prints."""
    return Result(True, arguments["code"].rsplit("# prints ", 1)[1])


@pytest.fixture
def two_runs(bench: Bench) -> tuple[str, str]:
    """The accepted runs of two tasks of one kind, by two programs."""
    rows = "vw,300\nbmw,900\nkia,400\nfiat,370\n"
    (bench.root / "data" / "cars.csv").write_text(f"name,price\n{rows}", encoding="utf-8")
    return accepted(bench, FIRST, CODE), accepted(bench, SECOND, OTHER)


def accepted(bench: Bench, task: str, code: str) -> str:
    """Do a task by a program in a run of three levels."""
    bench.script((understood(), planned(f"table: {task}"), coded(code), coded(code), checked()))
    host = bench.host()
    host.operations = with_handlers(OPERATIONS, python=printed)
    ended = start(task, host, Budget())
    assert ended.outcome.status is Status.ACCEPTED
    return ended.run


def grow(bench: Bench, run: str, policy: Policy = ALLOWED, name: str = "") -> Ended:
    """Make an operation of a run; no model is there to be asked."""
    host = replace(bench.host(policy=policy), model=UnaskedModel(), builders=(ToolFromRun(run, name),))
    return start(f"Make an operation of the run {run}", host, Budget())


def text_of(bench: Bench, name: str) -> str:
    return (bench.root / "system" / "operations" / f"{name}.md").read_text(encoding="utf-8")


def test_the_words_of_the_task_become_fields_and_a_second_run_confirms_it(
    bench: Bench, two_runs: tuple[str, str]
) -> None:
    """Growth 14: no call, the same for the first run, right for the second, and it stands on the menu."""
    ended = grow(bench, two_runs[0], name="rows_over")
    assert (ended.outcome.status, ended.usage.calls) == (Status.ACCEPTED, 0)
    text = text_of(bench, "rows_over")
    assert "File: {line 24: such as data/fruit.csv}\nColumn: {line 24: such as price}\nNumber: " in text
    assert "table(given['file'])" in text
    host = bench.host()
    menu = host.library.menu(host.library.load("system"), ("data/cars.csv",), 3)
    assert "rows_over" in menu
    assert lint(bench.workspace) == []
    (tool,) = grown_tools(bench.workspace)
    assert (tool.name, tool.figures["first"], tool.figures["second"]) == ("rows_over", *two_runs)
    undo(bench.workspace, plan_undo(bench.workspace, ended.run), "2026-11-21T11:00:00Z")
    assert not (bench.root / "system" / "operations" / "rows_over.md").exists()
    assert grown_tool(bench.workspace, "rows_over").undone


def test_it_is_not_kept_where_the_second_run_says_otherwise(bench: Bench, two_runs: tuple[str, str]) -> None:
    """Growth 14: the answer that was accepted in the second run decides."""
    (bench.root / "data" / "cars.csv").write_text("name,price\nvw,400\n", encoding="utf-8")
    ended = grow(bench, two_runs[0])
    assert ended.outcome.status is Status.ESCALATED
    assert "it gave '1', and the run's answer is '3 cars'" in ended.outcome.reason
    assert grown_tools(bench.workspace) == []


def test_it_is_not_kept_where_the_first_result_is_another_now(bench: Bench, two_runs: tuple[str, str]) -> None:
    """Growth 14: the same result for the run that it was made from."""
    (bench.root / "data" / "fruit.csv").write_text("name,price\npear,7\nplum,9\n", encoding="utf-8")
    assert grow(bench, two_runs[0]).outcome.status is Status.ESCALATED


def test_without_a_second_run_it_asks_for_one(bench: Bench) -> None:
    run = accepted(bench, FIRST, CODE)
    ended = grow(bench, run)
    assert ended.outcome.status is Status.ESCALATED
    assert ended.outcome.question is not None
    assert "How many rows of FILE have a COLUMN over NUMBER?" in ended.outcome.question.text


def test_a_person_is_asked_and_a_yes_holds_for_these_bytes(bench: Bench, two_runs: tuple[str, str]) -> None:
    """Growth 12: the file is shown above the question, and nothing is there before the answer."""
    ended = grow(bench, two_runs[0], Policy(), "rows_over")
    assert ended.outcome.status is Status.WAITING
    assert not (bench.root / "system" / "operations" / "rows_over.md").exists()
    path = bench.root / "state" / f"{ended.root}.md"
    asked = path.read_text(encoding="utf-8")
    assert "table(given['file'])" in asked.split("### Asked")[1].split("Question:")[0]
    path.write_text(asked.replace("\nAnswer:", "\nAnswer: yes", 1), encoding="utf-8")
    host: Host = replace(bench.host(), model=UnaskedModel(), builders=(ToolFromRun(),))
    again = resume(ended.root, host)
    assert (again.outcome.status, again.usage.calls) == (Status.ACCEPTED, 0)
    assert (bench.root / "system" / "operations" / "rows_over.md").is_file()
    before = bench.states()
    resume(ended.root, replace(bench.host(), model=UnaskedModel(), builders=(ToolFromRun(),)))
    assert bench.states() == before


def test_nothing_grows_from_what_was_not_accepted_or_has_no_words_of_its_task(bench: Bench) -> None:
    code = (
        "rows = table(files('*/f*')[0])\nprint(min(rows, key=lambda row: row['price'])['name'])  # prints plum"
    )
    run = accepted(bench, "Which fruit in data/fruit.csv is the cheapest?", code)
    with pytest.raises(UsageError, match="no literal of its program stands in the words"):
        fields_for(chosen_program(bench.host(), run))
    path = bench.root / "state" / f"system-{run}.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("status: accepted", "status: failed"), encoding="utf-8")
    with pytest.raises(UsageError, match="only an accepted one can become a tool"):
        chosen_program(bench.host(), run)


def test_what_nobody_uses_for_many_runs_is_idle(bench: Bench, two_runs: tuple[str, str]) -> None:
    """Growth 13: uses and solved runs are counted, and 50 runs without a use make it idle."""
    ended = grow(bench, two_runs[0], name="rows_over")
    state = bench.root / "state"
    root = (state / f"{ended.root}.md").read_text(encoding="utf-8").split("\ngrew:")[0].split("\napplied:")[0]
    plain = (state / f"system-{two_runs[0]}.md").read_text(encoding="utf-8")
    assert root
    for number in range(IDLE):
        run = f"zz{number:04d}"
        text = plain.replace(two_runs[0], run).replace("T10:00:00Z", "T12:00:00Z")
        (state / f"system-{run}.md").write_text(text, encoding="utf-8")
        if number == IDLE - 1:
            assert not grown_tool(bench.workspace, "rows_over").uses
    assert grown_tool(bench.workspace, "rows_over").idle
    (operation,) = state.glob(f"op-python-{two_runs[0]}-*.md")
    used = operation.read_text(encoding="utf-8").replace("T10:00:00Z", "T12:30:00Z")
    (state / "op-rows_over-zz0001-1.md").write_text(used, encoding="utf-8")
    tool = grown_tool(bench.workspace, "rows_over")
    assert (tool.uses, tool.solved, tool.last_use, tool.idle) == (1, 1, "2026-11-21T12:30:00Z", False)
