from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pandora import interrupt
from pandora.budget import Budget
from pandora.disk.store import Store
from pandora.document.form import Form
from pandora.document.state_document import Document
from pandora.engine.host import Host
from pandora.engine.run import Ended, resume, start
from pandora.errors import DiskError, ModelError
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.operations.registry import with_handlers
from pandora.outcome import Status
from pandora.workspace.operation_context import OperationContext, Result
from tests.engine.runs import OPERATIONS, Asked, Bench, Line, checked, planned, replaced, understood

TEXT = "What do data/a.txt, data/b.txt and data/c.txt say?"
PLAN = ("python: print data/a.txt", "python: print data/b.txt", "python: print data/c.txt")
LINES: tuple[Line, ...] = (understood(), planned(*PLAN, "python: put the results together"), checked())


class Meeting(Asked):
    """A model whose calls for programs wait until `most` of them are there at once."""

    barrier: threading.Barrier | None = None
    fails: str = ""

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        if call.phase != "do":
            return super().fill(prompt, form, call=call, sampling=sampling, opening=opening)
        task = prompt.parts[0]
        self.asked.append((call.phase, call.document))
        self.prompts.append(prompt)
        if self.fails and self.fails in task:
            raise ModelError("no such luck")
        if self.barrier and "together" not in task:
            self.barrier.wait(60)
        line = next(each for each in task.split("\n") if each.startswith("Task: "))
        path = self._path.parent / f"{threading.get_ident()}.jsonl"
        path.write_text(json.dumps({"fill": {"code": line.removeprefix("Task: ")}}), encoding="utf-8")
        return Asked(path).fill(prompt, form, call=call)


def echo(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """A program without Python's one standard output: it says what it is."""
    return Result(True, f"said {arguments['code'].split()[-1]}")


def ended(
    bench: Bench, jobs: int = 1, fails: str = "", executor: Callable[[int], Executor] | None = None
) -> Ended:
    host = hosted(bench, jobs, fails)
    host.executor = executor or host.executor
    return start(TEXT, host, Budget())


def hosted(
    bench: Bench, jobs: int, fails: str = "", meet: bool = True, lines: tuple[Line, ...] = LINES
) -> Host:
    for name in "abc":
        (bench.root / "data" / f"{name}.txt").write_text(name, encoding="utf-8")
    bench.script(lines)
    model = Meeting(bench.root.parent / "script.jsonl")
    model.fingerprint, model.fails = "one model", fails
    model.barrier = threading.Barrier(jobs) if jobs > 1 and meet else None
    bench.model = model
    host = bench.host()
    return Host(
        host.workspace,
        model,
        host.ledger,
        host.policy,
        bench.watch,
        with_handlers(OPERATIONS, python=echo),
        clock=host.clock,
        now=host.now,
        jobs=jobs,
    )


@pytest.fixture
def other(tmp_path: Path) -> Bench:
    (tmp_path / "other" / "work").mkdir(parents=True)
    return Bench(tmp_path / "other" / "work")


pytestmark = pytest.mark.usefixtures("same_name")


def prompts(bench: Bench) -> list[str]:
    return sorted(each.text for each in bench.model.prompts)


def test_three_at_once_leave_what_one_after_another_leaves(bench: Bench, other: Bench) -> None:
    """The barrier lets none of the three go on before all are there."""
    assert ended(bench).outcome == ended(other, jobs=3).outcome
    assert bench.states() == other.states()
    assert prompts(bench) == prompts(other)
    assert "step 1 gave: said data/a.txt" in "".join(prompts(bench))
    assert "step 1 gave" not in bench.document("op-python-2").text


def test_at_most_as_many_as_it_was_told(bench: Bench) -> None:
    """With two places three never meet, and the third comes when one of the two has gone."""
    host = hosted(bench, 2, meet=False)
    inside, most = [0], [0]
    lock = threading.Lock()

    def counted(arguments: Mapping[str, str], context: OperationContext) -> Result:
        with lock:
            inside[0] += 1
            most[0] = max(most[0], inside[0])
        try:
            return echo(arguments, context)
        finally:
            with lock:
                inside[0] -= 1

    host.operations = with_handlers(OPERATIONS, python=counted)
    assert start(TEXT, host, Budget()).outcome.status is Status.ACCEPTED
    assert most[0] <= 2


def test_tools_within_tools_cannot_lock_one_another_out(bench: Bench) -> None:
    """A parent that waits gives its place away, so two places are enough for any depth."""
    for name in ("a", "b"):
        (bench.root / "data" / f"{name}.csv").write_text("x\n1\n", encoding="utf-8")
    tool = bench.workspace.system / "tools" / "table" / "pattern.md"
    text = tool.read_text(encoding="utf-8")
    steps = 'steps: ["python: print data/a.txt", "python: print data/b.txt"]'
    tool.write_text(text.replace('steps: ["python: {task}"]', steps), encoding="utf-8")
    plan = planned("table: ask data/a.csv (after nothing)", "table: ask data/b.csv (after nothing)")
    host = hosted(bench, 2, meet=False, lines=(understood(), plan, checked()))
    assert start("What do data/a.csv and data/b.csv say?", host, Budget()).outcome.status is Status.ACCEPTED
    assert len(bench.workspace.run_documents("abc234")) == 7


def test_another_kind_of_executor_can_take_the_place_of_threads(bench: Bench) -> None:
    made: list[int] = []

    class Counting(ThreadPoolExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
            made.append(1)
            return super().submit(fn, *args, **named)

    assert ended(bench, jobs=3, executor=Counting).outcome.status is Status.ACCEPTED
    assert len(made) == 4


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_child_that_fails_breaks_none_of_its_siblings(bench: Bench, jobs: int) -> None:
    host = hosted(bench, jobs, fails="Task: print data/b.txt", meet=False)
    start(TEXT, host, Budget())
    statuses = [bench.document(f"op-python-{number}").meta["status"] for number in (1, 2, 3)]
    assert statuses == ["accepted", "failed", "accepted"]


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_child_that_waits_lets_its_siblings_finish(bench: Bench, jobs: int) -> None:
    pattern = bench.workspace.system / "operations" / "python.md"
    text = pattern.read_text(encoding="utf-8")
    pattern.with_name("risky.md").write_text(
        text.replace("pattern: python", "pattern: risky").replace("effects: workspace", "effects: system"),
        encoding="utf-8",
    )
    plan = (
        "risky: print data/b.txt (after nothing)",
        PLAN[0],
        "python: print data/c.txt (after nothing)",
        "read: it",
    )
    host = hosted(bench, jobs, meet=False, lines=(understood(), planned(*plan), checked()))
    found = start(TEXT, host, Budget()).outcome
    assert found.status is Status.WAITING
    assert "May it run risky" in str(found.question)
    assert bench.document("op-risky-1").meta["status"] == "waiting"
    assert bench.document("op-python-3").meta["status"] == "accepted"
    names = {each.rpartition("-")[2] for each in bench.workspace.run_documents("abc234")}
    assert "4" not in names
    assert sorted(bench.document().meta["steps"]) == [1, 3]


def test_a_finished_run_is_not_touched(bench: Bench) -> None:
    ended(bench, jobs=3)
    host = hosted(bench, 3)
    before = {path: path.stat().st_ino for path in bench.workspace.state.iterdir()}
    assert resume("system-abc234", host).outcome.status is Status.ACCEPTED
    assert {path: path.stat().st_ino for path in bench.workspace.state.iterdir()} == before
    assert bench.model.asked == []


def test_an_edited_result_redoes_only_what_needs_it(bench: Bench) -> None:
    ended(bench, jobs=3)
    bench.edit(replaced("- Step 2: python → said data/b.txt [", "- Step 2: python → quince ["))
    host = hosted(bench, 3, meet=False, lines=(checked(),))
    assert resume("system-abc234", host).outcome.status is Status.ACCEPTED
    assert {document for _, document in bench.model.asked} == {"op-python-abc234-4", "system-abc234"}
    assert "step 2 gave: quince" in bench.document("op-python-4").body(1)


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_lost_disk_raises_through_when_the_others_have_ended(
    bench: Bench, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    save, create = Store.save, Store.create

    def lost(store: Store, document_id: str, document: Document) -> Document:
        if document_id == "op-python-abc234-2":
            raise DiskError("the disk is full")
        return create(store, document_id, document)

    monkeypatch.setattr(Store, "create", lost)
    with pytest.raises(DiskError, match="the disk is full"):
        start(TEXT, hosted(bench, jobs, meet=False), Budget())
    monkeypatch.setattr(Store, "create", create)
    monkeypatch.setattr(Store, "save", save)
    assert (
        resume("system-abc234", hosted(bench, jobs, meet=False, lines=(checked(),))).outcome.status
        is Status.ACCEPTED
    )


def test_a_signal_that_no_wait_was_told_of_stops_the_run_all_the_same(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that comes just before a wait does not wake it: the operating system's wait begins after it."""
    monkeypatch.setattr(interrupt, "_stop_event", threading.Event())
    let_go = threading.Event()

    def slow(arguments: Mapping[str, str], context: OperationContext) -> Result:
        interrupt._stop_event.set()
        let_go.wait(100)
        raise KeyboardInterrupt

    host = hosted(bench, 3)
    host.operations = with_handlers(host.operations, python=slow)
    with pytest.raises(interrupt.Interrupted):
        start(TEXT, host, Budget())
    assert not let_go.is_set()
    let_go.set()
