"""Worker processes of `pandora think`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pandora.commands import think_workers
from pandora.engine.events import nobody
from tests.questions.graphs import Bench


def test_a_worker_process_is_one_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault that was mended: with a server, `--workers 1` ran one process of up to six threads."""
    commands: list[list[str]] = []

    class Ended:
        returncode, stdin = 0, None

        def poll(self) -> int:
            return 0

    def started(command: list[str]) -> Any:
        commands.append(command)
        return Ended()

    monkeypatch.setattr(think_workers, "_start_worker", started)
    bench = Bench(tmp_path).start()
    crew = think_workers.ProcessCrew(bench.graph.workspace, bench.graph_id, "server:http://127.0.0.1:9")
    think_workers.run_workers(bench.graph, crew, 1, nobody)
    assert commands
    for command in commands:
        assert command[command.index("--workers") + 1] == "1"


class Away:
    """Workers that end by turns, each without having done anything, as where the model is away."""

    failed = 0

    def __init__(self) -> None:
        self.started = self.running = 0

    def start(self) -> None:
        self.started, self.running = self.started + 1, self.running + 1
        assert self.started < 20, "for ever another one"

    def at_work(self) -> int:
        return self.running

    def wait(self) -> None:
        self.running -= 1

    def stop(self) -> None:
        self.running = 0


def test_workers_that_can_do_nothing_are_not_begun_for_ever(tmp_path: Path) -> None:
    """A fault that was mended: where a server was busy, two workers or more ended by turns without an end."""
    bench = Bench(tmp_path).start()
    bench.answered("w0")
    bench.ask("one")
    bench.ask("two")
    crew = Away()
    assert think_workers.run_workers(bench.graph, crew, 2, nobody) == 0
    assert crew.started == 2
    assert bench.graph.settings().status == "active"
