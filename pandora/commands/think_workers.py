"""Workers of `pandora think` in other processes: started while there is work, watched, and stopped with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from pandora.disk.layout import Workspace
from pandora.engine.events import Event, Watcher
from pandora.questions import work_claims
from pandora.questions.dispatcher import book_seconds, status_after_work
from pandora.questions.graph import Graph
from pandora.questions.question_document import question_of

LEASHED = "--leashed"
"""The flag of a worker process, which ends when its standard input does, that is with its parent."""
END_SECONDS = 1.5
"""Seconds after SIGINT until a worker process is killed; its claims are free when it is dead."""
LOOK_SECONDS = 1.0
"""How often the index is read for what workers did, at least."""


class Crew(Protocol):
    """The workers of one graph that run in other processes, each of which works on it as `--join` does."""

    def start(self) -> None:
        """Start another worker."""

    def at_work(self) -> int:
        """How many workers have not ended."""

    @property
    def failed(self) -> int:
        """The exit code of a worker of this round that ended badly, after which no other is begun; else 0."""

    def wait(self) -> None:
        """Wait until a worker ends, at most LOOK_SECONDS."""

    def stop(self) -> None:
        """End the workers that still run."""


def run_workers(graph: Graph, crew: Crew, most: int, watcher: Watcher) -> int:
    """Let up to `most` workers of `crew` work on the graph; when all ended, start again if they made progress.

    What a worker on another machine has claimed that is gone is free when its lease expires; it is waited for.
    Returns 0, or the exit code of workers that could not begin (2: usage, 6: disk).
    """
    progress = GraphProgress(graph, watcher)
    while graph.settings().status == "active" and not work_claims.graph_done(graph):
        before, began = work_claims.progress(graph), time.monotonic()
        try:
            for _ in range(_worker_count(graph, most)):
                crew.start()
            seen, whole = before, crew.at_work()
            while working := crew.at_work():
                # One that has ended since, while nothing changed, found nothing to do, nor would another.
                now = work_claims.progress(graph)
                useful = now != seen or working >= whole
                active = useful and graph.settings().status == "active" and not crew.failed
                if active and working < _worker_count(graph, most):
                    crew.start()
                    seen, whole = now, working + 1
                    continue
                crew.wait()
                progress.report()
            failed = crew.failed
        finally:
            crew.stop()
            book_seconds(graph, time.monotonic() - began)
        graph.open()
        progress.report()
        if work_claims.progress(graph) != before:
            continue
        if failed or not work_claims.wait_for_claims(graph):
            status_after_work(graph)
            return failed if failed in (2, 6) else 0
    status_after_work(graph)
    return 0


class ProcessCrew:
    """Worker processes on this machine, for the graph `run`; `model` is what `--model` names."""

    def __init__(self, workspace: Workspace, run: str, model: str | None) -> None:
        command = [sys.executable, "-m", "pandora", "-C", str(workspace.root), "think", "--join", run]
        self._command = [*command, "-q", LEASHED, "--workers", "1", *(["--model", model] if model else [])]
        self._started: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Start another process."""
        self._started.append(_start_worker(self._command))

    def at_work(self) -> int:
        """How many processes have not ended."""
        return sum(worker.poll() is None for worker in self._started)

    @property
    def failed(self) -> int:
        """The largest exit code but 0 of a process that ended; of one that was killed it is less than 0."""
        return max((worker.returncode for worker in self._started if worker.returncode), default=0)

    def wait(self) -> None:
        """Wait until the first process that runs ends, at most LOOK_SECONDS."""
        first = next((worker for worker in self._started if worker.poll() is None), None)
        if first is not None:
            with suppress(subprocess.TimeoutExpired):
                first.wait(timeout=LOOK_SECONDS)

    def stop(self) -> None:
        """End the processes by SIGINT and then by SIGKILL; documents are whole at any moment."""
        _stop(self._started)
        self._started = []


def _worker_count(graph: Graph, most: int) -> int:
    """How many workers there is work for: at least one, at most `most` and what the graph allows."""
    most = min(most, graph.settings().agents)
    at_work = work_claims.count_in_state(graph, "claimed")
    return max(1, min(most, work_claims.count_in_state(graph, "open") + at_work))


def _start_worker(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a worker in a process group of its own, so that ^C reaches it once, through its parent."""
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, process_group=0)


def _stop(running: Sequence[subprocess.Popen[bytes]]) -> None:
    """End the workers that still run, by SIGINT and then by SIGKILL; documents are whole at any moment."""
    alive = [worker for worker in running if worker.poll() is None]
    for worker in alive:
        worker.send_signal(signal.SIGINT)
    deadline = time.monotonic() + END_SECONDS
    for worker in alive:
        try:
            worker.wait(timeout=max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            worker.kill()
            worker.wait()
    for worker in running:
        if worker.stdin is not None:
            worker.stdin.close()


def end_with_parent() -> None:
    """End this process as ^C would when its standard input ends, which means that its parent is gone."""

    def watch() -> None:
        with suppress(OSError):
            while os.read(0, 1024):
                pass
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=watch, name="leash", daemon=True).start()


@dataclass
class GraphProgress:
    """Passes on to a watcher what workers of other processes do, by what changes in the graph's index."""

    graph: Graph
    watcher: Watcher
    _last: dict[str, tuple[str, str]] = field(default_factory=dict)
    """A question's id → its state and owner when last looked at."""

    def __post_init__(self) -> None:
        self._last = {row["id"]: (row["state"], row["owner"]) for row in self._rows()}

    def report(self) -> None:
        """Pass on what has changed since the last call."""
        for row in self._rows():
            now = (row["state"], row["owner"])
            if self._last.get(row["id"]) == now:
                continue
            parent = question_of(row["parent"]) if row["parent"] else None
            if row["state"] == "claimed":
                detail = f"[{row['owner']}] {row['text']}"
                self.watcher(Event(row["id"], parent, "begin", detail))
            elif row["state"] != "open":
                self.watcher(Event(row["id"], parent, "end", row["state"]))
            self._last[row["id"]] = now

    def _rows(self) -> list[Any]:
        return list(
            self.graph.index.rows(
                "SELECT id, parent, state, owner, text FROM nodes WHERE kind = 'question' ORDER BY seq"
            )
        )
