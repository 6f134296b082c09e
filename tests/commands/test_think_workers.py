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
