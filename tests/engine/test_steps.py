from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from pandora.budget import Budget
from pandora.engine.host import Host
from pandora.engine.loop import Loop, open_loop
from pandora.engine.questions import Ask
from pandora.engine.steps import run_steps
from pandora.errors import DeniedError, UsageError
from pandora.outcome import Outcome, Question, Status
from pandora.task import Task
from tests.engine.runs import Bench, replaced

PLAN = [("python", "make one"), ("read", "data/fruit.csv"), ("table", "ask it")]


@dataclass
class Children:
    """Children that end as they are told, and leave their documents."""

    ends: dict[str, Outcome] = field(default_factory=dict)
    tasks: list[Task] = field(default_factory=list)

    def __call__(self, task: Task, host: Host) -> Outcome:
        self.tasks.append(task)
        loop = open_loop(task, host)
        end = self.ends.get(task.number, Outcome("", Status.ACCEPTED, f"result of {task.number}"))
        return Outcome(loop.id, end.status, end.output, end.reason, end.question, denied=end.denied)


@pytest.fixture
def loop(bench: Bench) -> Loop:
    return open_loop(Task("a task", run="abc234", context=("known",), files=("data/fruit.csv",)), bench.host())


@pytest.fixture
def again(bench: Bench, loop: Loop) -> Callable[[], Loop]:
    """The same loop in a new process."""
    return lambda: open_loop(loop.task, bench.host())


def test_each_step_is_a_child_that_knows_what_came_before(loop: Loop) -> None:
    children = Children()
    results = run_steps(loop, PLAN, children)
    assert [(task.level, task.kind, task.number) for task in children.tasks] == [
        ("operation", "python", "1"),
        ("operation", "read", "2"),
        ("tool", "table", "3"),
    ]
    assert children.tasks[2].context == ("known", "step 1 gave: result of 1", "step 2 gave: result of 2")
    assert {task.parent for task in children.tasks} == {"system-abc234"}
    assert {task.request for task in children.tasks} == {"a task"}
    assert results.output == "result of 3"
    assert results.sound
    assert [str(each) for each in results.evidence] == [
        "ok: step 1 (python) accepted",
        "ok: step 2 (read) accepted",
        "ok: step 3 (table) accepted",
    ]


def test_a_child_stands_in_the_document_before_it_starts(bench: Bench, loop: Loop) -> None:
    def dies(task: Task, host: Host) -> Outcome:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_steps(loop, PLAN, dies)
    assert bench.document().body(3) == f"Child loops:\n- op-python-{bench.short}-1.md → RUNNING"


def test_a_failed_step_stands_against_the_result_and_stops_those_that_need_it(loop: Loop) -> None:
    children = Children({"1": Outcome("", Status.FAILED, reason="no luck")})
    plan = [*PLAN, ("python", "make four (after nothing)"), ("python", "make five (after 3, 4)")]
    results = run_steps(loop, plan, children)
    assert [task.number for task in children.tasks] == ["1", "4"]
    assert not results.sound
    assert [str(each) for each in results.evidence if not each.ok] == [
        "FAIL: step 1 (python) failed: no luck",
        "FAIL: step 2 (read) was not begun: it needs step 1",
        "FAIL: step 3 (table) was not begun: it needs step 1",
        "FAIL: step 5 (python) was not begun: it needs step 3",
    ]
    assert "- Step 1: python → no luck [" in loop.document.body(3)
    loop.retire()
    again = Children()
    run_steps(loop, PLAN, again)
    assert [task.number for task in again.tasks] == ["5", "6", "7"]


def test_the_steps_of_a_pattern_go_on_with_what_there_is(loop: Loop) -> None:
    loop.pattern = replace(loop.pattern, keys={**loop.pattern.keys, "steps": ["python: a", "read: b"]})
    children = Children({"1": Outcome("", Status.FAILED, reason="no luck")})
    run_steps(loop, PLAN[:2], children)
    assert [task.number for task in children.tasks] == ["1", "2"]


def test_what_an_escalated_step_has_goes_up_where_nothing_was_accepted(loop: Loop) -> None:
    ends = {number: Outcome("", Status.ESCALATED, "", "gave up") for number in "23"}
    ends["1"] = Outcome("", Status.ESCALATED, "half of it", "gave up")
    results = run_steps(loop, PLAN, Children(ends))
    assert results.output == "half of it"
    assert not results.sound


def test_a_waiting_step_stops_the_ones_behind_it(loop: Loop) -> None:
    children = Children({"2": Outcome("op", Status.WAITING, question=Question("effect", "may it?", "op", 3))})
    with pytest.raises(Ask) as asked:
        run_steps(loop, PLAN, children)
    assert asked.value.question == Question("effect", "may it?", "op", 3)
    assert len(children.tasks) == 2
    assert list(loop.steps) == [1, 2]
    assert loop.steps[2].by == "code"


def test_a_refusal_is_raised_when_all_have_run(loop: Loop) -> None:
    children = Children({"1": Outcome("", Status.FAILED, reason="a person said no", denied=True)})
    plan = [PLAN[0], ("python", "make two (after nothing)")]
    with pytest.raises(DeniedError, match="a person said no"):
        run_steps(loop, plan, children)
    assert len(children.tasks) == 2


def test_run_again_writes_nothing(bench: Bench, loop: Loop, again: Callable[[], Loop]) -> None:
    run_steps(loop, PLAN, Children())
    before = bench.states()
    run_steps(again(), PLAN, Children())
    assert bench.states() == before


def test_a_persons_result_is_kept_for_good(bench: Bench, loop: Loop, again: Callable[[], Loop]) -> None:
    run_steps(loop, PLAN, Children())
    bench.edit(replaced("→ result of 2 [", "→ mine ["))
    for _ in range(2):
        children = Children()
        run_steps(again(), PLAN, children)
        assert [task.number for task in children.tasks] == ["1", "3"]
        assert children.tasks[1].context[-1] == "step 2 gave: mine"
    assert again().steps[2].human


def test_a_deleted_line_gives_the_step_back_to_the_engine(
    bench: Bench, loop: Loop, again: Callable[[], Loop]
) -> None:
    run_steps(loop, PLAN, Children())
    before = bench.states()
    line = f"- Step 2: read → result of 2 [op-read-{bench.short}-2.md]\n"
    bench.edit(replaced(line, ""))
    run_steps(again(), PLAN, Children())
    assert bench.states() == before


def test_children_of_earlier_attempts_keep_their_numbers(bench: Bench, loop: Loop) -> None:
    run_steps(loop, PLAN, Children())
    loop.retire()
    children = Children()
    run_steps(loop, PLAN[:1], children)
    assert children.tasks[0].number == "4"
    assert "## Learned" in "\n".join(children.tasks[0].context)
    assert f"- op-python-{bench.short}-4.md → ACCEPTED" in loop.document.body(3)


def test_a_name_with_a_digit_is_counted_too(bench: Bench, loop: Loop) -> None:
    pattern = bench.workspace.system / "operations" / "python.md"
    text = pattern.read_text(encoding="utf-8").replace("pattern: python", "pattern: python3")
    pattern.with_name("python3.md").write_text(text, encoding="utf-8")
    run_steps(loop, [("python3", "one")], Children())
    loop.retire()
    children = Children()
    run_steps(loop, [("python3", "one")], children)
    assert children.tasks[0].number == "2"


def test_what_is_not_on_the_menu_is_told(loop: Loop) -> None:
    loop.document = loop.document.splice(2, "x")
    with pytest.raises(
        UsageError, match=r"state/system-abc234\.md:\d+: step calls 'fly'; use table, read, python"
    ):
        run_steps(loop, [("fly", "away")], Children())


def test_a_childs_budget_is_less_overhead_and_its_own_task(loop: Loop) -> None:
    children = Children()
    run_steps(loop, [("python", "w " * 50)], children)
    budget = children.tasks[0].budget
    assert (budget.context, budget.depth, budget.calls) == (2000, 2, 120)
    assert Budget(context=900).child(50, "operation").context == 900 - 400 - 50
    assert Budget(context=300).child(50, "operation").context == 0


def test_a_long_plan_without_marks_begins_at_once(loop: Loop) -> None:
    children = Children()
    run_steps(loop, [("python", f"make {number}") for number in range(1, 41)], children)
    assert children.tasks[-1].apart == ()
