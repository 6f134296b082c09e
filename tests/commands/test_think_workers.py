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


class Slow:
    """Workers that need three looks to begin; the first has opened eight questions by then."""

    failed = 0

    def __init__(self, bench: Bench) -> None:
        self.bench, self.looks, self.began = bench, 0, list[int]()
        self.running = 0

    def start(self) -> None:
        self.running += 1
        self.began.append(self.looks)

    def at_work(self) -> int:
        return self.running

    def wait(self) -> None:
        self.looks += 1
        if self.looks == 3:
            self.bench.answered("w0")
            for n in range(8):
                self.bench.ask(f"question {n}")
        if self.looks == 9:
            self.bench.fractal.fractal_update_graph_status(self.bench.graph_id, "paused", "enough")
            self.running = 0

    def stop(self) -> None:
        self.running = 0


def test_workers_begin_as_soon_as_there_are_questions_for_them(tmp_path: Path) -> None:
    """A fault that was mended: each waited until the one before it had begun and claimed a question."""
    bench = Bench(tmp_path).start()
    crew = Slow(bench)
    think_workers.run_workers(bench.graph, crew, 6, nobody)
    assert crew.began == [0, 3, 3, 3, 3, 3]


class Killed:
    """A process that ended by a signal, beside one that ended well."""

    def __init__(self, returncode: int) -> None:
        self.returncode = returncode


def test_a_killed_worker_counts_as_failed_beside_one_that_ended_well(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    crew = think_workers.ProcessCrew(bench.graph.workspace, bench.graph_id, None)
    for codes, failed in (((0, -9), -9), ((-9, 0, 2), 2), ((0, 0), 0), ((), 0)):
        crew._started = [Killed(code) for code in codes]  # type: ignore[misc]
        assert crew.failed == failed
