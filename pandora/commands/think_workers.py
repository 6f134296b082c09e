"""Worker processes of `pandora think`: started while there is work, watched, and stopped with their parent."""

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
from typing import Any

from pandora.disk.layout import Workspace
from pandora.engine.events import Event, Watcher
from pandora.questions import work_claims
from pandora.questions.dispatcher import status_after_work
from pandora.questions.graph import Graph
from pandora.questions.graph_lookup import open_named_graph
from pandora.questions.question_document import question_of

LEASHED = "--leashed"
"""The flag of a worker process, which ends when its standard input does, that is with its parent."""
END_SECONDS = 1.5
"""Seconds after SIGINT until a worker process is killed; its claims are free when it is dead."""
LOOK_SECONDS = 1.0
"""How often the index is read for what workers did, at least."""


def run_workers(workspace: Workspace, run: str, options: dict[str, Any], watcher: Watcher) -> int:
    """Let worker processes work on the graph `run`; when all ended, start again if they made progress.

    Returns 0, or the exit code of workers that could not begin (2: usage, 6: disk).
    """
    command = [
        sys.executable,
        "-m",
        "pandora",
        "-C",
        str(workspace.root),
        "think",
        "--join",
        run,
        "-q",
        LEASHED,
        "--workers",
        "1",
    ]
    command += ["--model", options["model"]] if options["model"] else []
    graph = open_named_graph(workspace, run)
    progress = GraphProgress(graph, watcher)
    while graph.settings().status == "active" and not work_claims.graph_done(graph):
        before = work_claims.progress(graph)
        running: list[subprocess.Popen[bytes]] = []
        try:
            for _ in range(_worker_count(graph, options)):
                running.append(_start_worker(command))
            while any(worker.poll() is None for worker in running):
                alive = sum(worker.poll() is None for worker in running)
                failed = any(worker.returncode for worker in running)
                if graph.settings().status == "active" and alive < _worker_count(graph, options) and not failed:
                    running.append(_start_worker(command))
                _wait(running)
                progress.report()
        finally:
            _stop(running)
        graph.open()
        progress.report()
        if work_claims.progress(graph) == before:
            status_after_work(graph)
            return max((int(worker.returncode) for worker in running if worker.returncode in (2, 6)), default=0)
    status_after_work(graph)
    return 0


def _worker_count(graph: Graph, options: dict[str, Any]) -> int:
    """How many workers there is work for: at least one, at most what was asked for and the graph allows."""
    most = min(int(options["workers"]), graph.settings().agents)
    at_work = work_claims.count_in_state(graph, "claimed")
    return max(1, min(most, work_claims.count_in_state(graph, "open") + at_work))


def _start_worker(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a worker in a process group of its own, so that ^C reaches it once, through its parent."""
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, process_group=0)


def _wait(running: Sequence[subprocess.Popen[bytes]]) -> None:
    """Wait until the first that runs ends, at most LOOK_SECONDS."""
    first = next((worker for worker in running if worker.poll() is None), None)
    if first is not None:
        with suppress(subprocess.TimeoutExpired):
            first.wait(timeout=LOOK_SECONDS)


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
