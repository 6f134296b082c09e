"""Speed 23 and 24: loops of steps on a Dask cluster of processes, by a model server that counts its calls."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from pandora.budget import Budget
from pandora.disk.layout import Workspace
from pandora.engine.far_loop import WorkerWatch
from pandora.engine.host import Host
from pandora.engine.run import Ended, host_of, model_of, resume, settings_of, start
from pandora.errors import ClusterError, UsageError
from pandora.outcome import Status
from tests.engine.far_cluster import CountedReplies, counted_replies, dask_cluster, kill_a_busy_worker
from tests.engine.small_system import write_system

FILES = ("a", "b", "c", "d", "e", "f")
TEXT = "What do the files say?"
TOOL = """\
---
pattern: all
level: tool
when: anything
menu: [say]
phases: {understand: code, plan: code, do: steps, check: code}
steps: [%s]
---
# all
"""
SAY = """\
---
pattern: say
level: operation
handler: read
when: see one text file
effects: none
repeat: true
phases: {do: model}
---
# say

## DO

Choose the file.

### Form
Path: {%s}
Why: {line}
"""

pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with dask_cluster(2) as made:
        yield made


@pytest.fixture(autouse=True)
def same_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pandora.engine.run.new_run", lambda: "abc234")
    monkeypatch.delenv("PANDORA_API_KEY", raising=False)


def workspace_in(folder: Path, files: Sequence[str] = FILES) -> Workspace:
    """A workspace whose one tool has a step for each of its files."""
    write_system(folder / "system")
    plan = folder / "system" / "phases" / "plan.md"
    plan.write_text(plan.read_text(encoding="utf-8").replace("1..4 of", "1..30 of"), encoding="utf-8")
    steps = ", ".join(f'"say: data/{name}.txt"' for name in files)
    tools, operations = folder / "system" / "tools" / "all", folder / "system" / "operations"
    tools.mkdir(parents=True)
    (tools / "pattern.md").write_text(TOOL % steps, encoding="utf-8")
    choices = " | ".join(f"data/{name}.txt" for name in files)
    (operations / "say.md").write_text(SAY % choices, encoding="utf-8")
    (folder / "state").mkdir()
    (folder / "data").mkdir()
    for name in files:
        (folder / "data" / f"{name}.txt").write_text(f"This is {name}.\n", encoding="utf-8")
    return Workspace(folder)


def host_in(workspace: Workspace, replies: CountedReplies, executor: str = "", jobs: int = 1) -> Host:
    options = {"model": f"server:{replies.url}", "executor": executor, "jobs": jobs, "yes": True}
    settings = settings_of(workspace, options)
    return host_of(workspace, model_of(settings, options), settings, options)


def ended_in(workspace: Workspace, replies: CountedReplies, executor: str = "", jobs: int = 1) -> Ended:
    return start(TEXT, host_in(workspace, replies, executor, jobs), Budget())


def texts(workspace: Workspace) -> dict[str, str]:
    """The documents of the one run, without the times of their writing."""
    found = {path.name: path.read_text(encoding="utf-8") for path in sorted(workspace.state.glob("*.md"))}
    timed = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|(?:seconds|took): [\d.]+")
    return {name: timed.sub("…", text) for name, text in found.items()}


def test_a_cluster_leaves_the_documents_that_one_process_leaves(tmp_path: Path, cluster: Any) -> None:
    with counted_replies() as replies:
        here = workspace_in(tmp_path / "here")
        one = ended_in(here, replies)
        alone = dict(replies.asked)
        replies.asked.clear()
        there = workspace_in(tmp_path / "there")
        other = ended_in(there, replies, f"dask:{cluster.scheduler_address}")
    assert one.outcome.status is other.outcome.status is Status.ACCEPTED
    assert len([name for name in texts(there) if name.startswith("op-say")]) == len(FILES)
    assert texts(there) == texts(here)
    assert dict(replies.asked) == alone
    assert other.usage.calls == one.usage.calls == sum(alone.values())
    assert [path.name for path in there.state.iterdir() if path.name.startswith(".")] == []


def test_workers_that_are_killed_lose_nothing_and_do_nothing_twice(tmp_path: Path, cluster: Any) -> None:
    """0 lost, 0 twice: only a call that a killed worker was in the middle of is made again."""
    killed: list[int] = []
    with counted_replies() as replies:

        def kill(number: int) -> None:
            if number in (4, 7):
                killed.append(kill_a_busy_worker(cluster))

        replies.on_call = kill
        workspace = workspace_in(tmp_path)
        ended = ended_in(workspace, replies, f"dask:{cluster.scheduler_address}")
        documents = texts(workspace)
        asked = dict(replies.asked)
        replies.on_call = lambda number: None
        again = resume("system-abc234", host_in(workspace, replies))
    assert [bool(process) for process in killed] == [True, True]
    assert ended.outcome.status is Status.ACCEPTED
    steps = {name: text for name, text in documents.items() if name.startswith("op-say")}
    assert len(steps) == len(FILES)
    assert all("status: accepted" in text and text.count("### Candidate") == 1 for text in steps.values())
    assert sum(asked.values()) - len(asked) <= len(killed)
    assert again.outcome.status is Status.ACCEPTED
    assert dict(replies.asked) == asked
    assert texts(workspace) == documents


@pytest.mark.torture
def test_a_step_that_dask_gives_up_after_four_lost_workers_is_sent_again(tmp_path: Path) -> None:
    killed: list[int] = []
    with dask_cluster(1) as cluster, counted_replies() as replies:

        def kill(number: int) -> None:
            begun = sum(count for prompt, count in replies.asked.items() if "Task: data/c.txt" in prompt)
            if len(killed) < begun < 6:
                killed.append(kill_a_busy_worker(cluster))

        replies.on_call = kill
        workspace = workspace_in(tmp_path)
        ended = ended_in(workspace, replies, f"dask:{cluster.scheduler_address}")
    assert ended.outcome.status is Status.ACCEPTED
    assert [bool(process) for process in killed] == [True] * 5
    assert sorted(replies.asked.values()) == [1] * 8 + [6]


@pytest.mark.torture
@pytest.mark.parametrize("trial", range(4))
def test_a_worker_killed_each_3_seconds_loses_nothing_and_does_nothing_twice(
    trial: int, tmp_path: Path
) -> None:
    """24 steps on four workers leave the documents of threads; a kill costs the one call that it broke off."""
    files = tuple(f"f{number:02}" for number in range(24))
    killed: list[int] = []
    with dask_cluster(4) as cluster, counted_replies() as replies:
        here = workspace_in(tmp_path / "here", files)
        assert ended_in(here, replies, jobs=4).outcome.status is Status.ACCEPTED
        replies.asked.clear()
        over = threading.Event()

        def take_time(number: int) -> None:
            over.wait(1.5)

        def kill() -> None:
            while not over.wait(3):
                killed.append(kill_a_busy_worker(cluster))

        replies.on_call = take_time
        killer = threading.Thread(target=kill)
        killer.start()
        try:
            there = workspace_in(tmp_path / "there", files)
            ended = ended_in(there, replies, f"dask:{cluster.scheduler_address}")
        finally:
            over.set()
            killer.join()
    assert ended.outcome.status is Status.ACCEPTED
    assert texts(there) == texts(here)
    assert sum(map(bool, killed)) >= 2
    assert sum(replies.asked.values()) - len(replies.asked) <= sum(map(bool, killed))


def test_the_ceiling_is_that_of_the_whole_tree(tmp_path: Path, cluster: Any) -> None:
    with counted_replies() as replies:
        workspace = workspace_in(tmp_path)
        host = host_in(workspace, replies, f"dask:{cluster.scheduler_address}")
        host.ledger.ceiling = Budget(calls=5)
        ended = start(TEXT, host, Budget(calls=5))
    assert ended.outcome.status is Status.ESCALATED
    assert sum(replies.asked.values()) == ended.usage.calls == 5


def test_a_stopped_run_stops_its_far_loops_and_goes_on_in_one_process(tmp_path: Path, cluster: Any) -> None:
    from pandora import interrupt

    stop, going = threading.Event(), threading.Event()
    with counted_replies() as replies:

        def hang(number: int) -> None:
            if number >= 5:
                stop.set()
                going.wait(20)

        replies.on_call = hang
        workspace = workspace_in(tmp_path)
        with interrupt.stoppable(stop), pytest.raises(KeyboardInterrupt):
            ended_in(workspace, replies, f"dask:{cluster.scheduler_address}")
        going.set()
        replies.on_call = lambda number: None
        before = sum(replies.asked.values())
        assert before < len(FILES) + 3
        ended = resume("system-abc234", host_in(workspace, replies))
    assert ended.outcome.status is Status.ACCEPTED
    steps = [text for name, text in texts(workspace).items() if name.startswith("op-say")]
    assert [text.count("### Candidate") for text in steps] == [1] * len(FILES)


def test_a_cluster_without_workers_is_waited_for_until_the_seconds_are_over(tmp_path: Path) -> None:
    with dask_cluster(0) as empty, counted_replies() as replies:
        workspace = workspace_in(tmp_path)
        host = host_in(workspace, replies, f"dask:{empty.scheduler_address}")
        host.ledger.ceiling = Budget(seconds=60)
        host.started, host.clock = 0.0, lambda: 61.0 if sum(replies.asked.values()) >= 2 else 0.0
        ended = start(TEXT, host, Budget(seconds=60))
    assert ended.outcome.status is Status.ESCALATED
    assert "60 seconds" in ended.outcome.reason


def test_a_cluster_that_stays_without_workers_ends_the_run_in_one_line_and_it_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandora.engine.far_loop.WITHOUT_WORKERS", 0)
    with dask_cluster(0) as empty, counted_replies() as replies:
        workspace = workspace_in(tmp_path)
        with pytest.raises(ClusterError, match="has had no worker for 0 seconds; start some, then") as stopped:
            ended_in(workspace, replies, f"dask:{empty.scheduler_address}")
        before = dict(replies.asked)
        documents = texts(workspace)
        again = resume("system-abc234", host_in(workspace, replies))
    assert stopped.value.exit_code == 5
    assert "`pandora resume abc234`" in str(stopped.value)
    assert {"status: running" in text for text in documents.values()} == {True}
    assert again.outcome.status is Status.ACCEPTED
    assert all(replies.asked[prompt] == count for prompt, count in before.items())


def test_a_scheduler_that_ends_in_the_middle_ends_the_run_and_it_goes_on_later(tmp_path: Path) -> None:
    with dask_cluster(1) as cluster, counted_replies() as replies:
        over = threading.Event()

        def end(number: int) -> None:
            if number == 5:
                cluster.close()
                over.set()

        replies.on_call = end
        workspace = workspace_in(tmp_path)
        with pytest.raises(ClusterError, match="scheduler ended or was started anew; see that it runs, then"):
            ended_in(workspace, replies, f"dask:{cluster.scheduler_address}")
        over.wait(20)
        replies.on_call = lambda number: None
        again = resume("system-abc234", host_in(workspace, replies))
    assert again.outcome.status is Status.ACCEPTED
    steps = [text for name, text in texts(workspace).items() if name.startswith("op-say")]
    assert [text.count("### Candidate") for text in steps] == [1] * len(FILES)


class CountedCluster:
    """A cluster that has so many workers at each look."""

    def __init__(self, *counts: int) -> None:
        self._counts = list(counts)

    def executor(self) -> Executor:
        raise AssertionError("nothing is run here")

    def lost(self, error: BaseException) -> bool:
        return False

    def workers(self) -> int:
        return self._counts.pop(0)


def test_workers_that_come_back_in_time_are_waited_for_and_a_person_is_told_once() -> None:
    told: list[str] = []
    clock = iter((0, 0, 100, 119, 130, 200, 320)).__next__
    watch = WorkerWatch(CountedCluster(0, 0, 0, 2, 0, 0), clock, told.append)
    for _ in range(5):
        watch.check()
    assert told == ["the cluster has no worker; waiting up to 120 seconds for one"]
    with pytest.raises(ClusterError, match="no worker for 120 seconds"):
        watch.check()


def test_a_worker_without_pandora_is_named() -> None:
    future: Future[None] = Future()
    future.set_exception(ModuleNotFoundError("No module named 'pandora'"))
    with pytest.raises(UsageError, match=r"a worker cannot load Pandora .* install the version"):
        WorkerWatch(CountedCluster(), lambda: 0.0, print).error_of(future)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ray:1", "write dask:ADDRESS, such as"),
        ("dask:", "write dask:ADDRESS, such as"),
        ("dask:tcp://127.0.0.1:1", "no Dask scheduler answers at"),
    ],
)
def test_an_executor_that_is_none_is_a_usage_error(
    name: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandora.engine.executors._CONNECT_SECONDS", 0.3)
    with counted_replies() as replies, pytest.raises(UsageError, match=words):
        host_in(workspace_in(tmp_path), replies, name)
