"""Worker processes of `pandora think`: started where there is work, shown, and stopped with their parent."""

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
from pandora.questions import claims
from pandora.questions.dispatcher import ended
from pandora.questions.graph import Graph
from pandora.questions.graph_lookup import open_named_graph
from pandora.questions.node import question_of

LEASHED = "--leashed"
"""The flag of a worker process: its standard input ends when its parent does, and so does it."""
PATIENCE = 1.5
"""Seconds that a worker process has to end in once it was told to; what it held is free when it is dead."""
LOOK = 1.0


def processes(workspace: Workspace, run: str, options: dict[str, Any], watcher: Watcher) -> int:
    """Worker processes on a graph, started again for as long as that brings it further.

    Returns 0, or the exit code of those that could not even begin.
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
    ]
    command += ["--model", options["model"]] if options["model"] else []
    graph = open_named_graph(workspace, run)
    shown = Shown(graph, watcher)
    while graph.settings().status == "active" and not claims.graph_done(graph):
        before = claims.progress(graph)
        running: list[subprocess.Popen[bytes]] = []
        try:
            for _ in range(_wanted(graph, options)):
                running.append(_started(command))
            while any(each.poll() is None for each in running):
                alive = sum(each.poll() is None for each in running)
                failed = any(each.returncode for each in running)
                if graph.settings().status == "active" and alive < _wanted(graph, options) and not failed:
                    running.append(_started(command))
                _wait(running)
                shown.look()
        finally:
            _stop(running)
        graph.open()
        shown.look()
        if claims.progress(graph) == before:
            ended(graph)
            return max((int(each.returncode) for each in running if each.returncode in (2, 6)), default=0)
    ended(graph)
    return 0


def _wanted(graph: Graph, options: dict[str, Any]) -> int:
    """As many workers as there is work for, and at least one."""
    most = min(int(options["workers"]), graph.settings().agents)
    at_work = claims.count_in_state(graph, "claimed")
    return max(1, min(most, claims.count_in_state(graph, "open") + at_work))


def _started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """A worker in a group of its own: ^C in the terminal reaches it through its parent, once."""
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, process_group=0)


def _wait(running: Sequence[subprocess.Popen[bytes]]) -> None:
    """Until one of them ends, or a moment is over."""
    first = next((each for each in running if each.poll() is None), None)
    if first is not None:
        with suppress(subprocess.TimeoutExpired):
            first.wait(timeout=LOOK)


def _stop(running: Sequence[subprocess.Popen[bytes]]) -> None:
    """End what still runs: asked first, then killed; documents are whole at any moment."""
    left = [each for each in running if each.poll() is None]
    for each in left:
        each.send_signal(signal.SIGINT)
    until = time.monotonic() + PATIENCE
    for each in left:
        try:
            each.wait(timeout=max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            each.kill()
            each.wait()
    for each in running:
        if each.stdin is not None:
            each.stdin.close()


def leashed() -> None:
    """End this process as ^C would when its standard input ends: its parent is gone."""

    def watch() -> None:
        with suppress(OSError):
            while os.read(0, 1024):
                pass
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=watch, name="leash", daemon=True).start()


@dataclass
class Shown:
    """What the workers of other processes do, told to a watcher by what changes in the index."""

    graph: Graph
    watcher: Watcher
    known: dict[str, tuple[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.known = {row["id"]: (row["state"], row["owner"]) for row in self._rows()}

    def look(self) -> None:
        """Tell what is new since the last look."""
        for row in self._rows():
            now = (row["state"], row["owner"])
            if self.known.get(row["id"]) == now:
                continue
            parent = question_of(row["parent"]) if row["parent"] else None
            if row["state"] == "claimed":
                told = f"[{row['owner']}] {row['text']}"
                self.watcher(Event(row["id"], parent, "begin", told))
            elif row["state"] != "open":
                self.watcher(Event(row["id"], parent, "end", row["state"]))
            self.known[row["id"]] = now

    def _rows(self) -> list[Any]:
        return list(
            self.graph.index.rows(
                "SELECT id, parent, state, owner, text FROM nodes WHERE kind = 'question' ORDER BY seq"
            )
        )
