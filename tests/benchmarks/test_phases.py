from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import phases
from benchmarks.langgraph_steps import Graph
from benchmarks.phases import bare_write, measure_phases
from pandora.disk.layout import shipped_system


class FakeGraph:
    version = "9"
    closed = False

    def __init__(self, folder: Path, task: str, texts: list[str]) -> None:
        assert folder.is_dir()
        assert task
        assert len(texts) == 4
        assert all(texts)

    def seconds_a_step(self, durability: str = "sync", clock: Callable[[], float] = time.perf_counter) -> float:
        assert clock in (time.perf_counter, time.process_time)
        return {"sync": 1000.0, "async": 500.0}[durability]

    def close(self) -> None:
        FakeGraph.closed = True


def test_beside_langgraph(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phases, "Graph", FakeGraph)
    measure = measure_phases(shipped_system())
    assert measure.met
    rows = {row.key: row for row in measure.rows}
    timed = ["engine", "engine_with_child", "bare_write", "engine_processor", "langgraph", "langgraph_async"]
    assert list(rows) == [*timed, "langgraph_processor"]
    assert 0 < (rows["engine_processor"].ratio or 0) < 1
    assert rows["langgraph"].value == 1_000_000
    assert rows["langgraph_async"].ratio == 0.5
    told = measure.as_object()
    assert (told["rounds"], told["langgraph_version"], told["goal"]) == (2, "9", "< 0.5")
    assert told["writes_per_phase"] >= 1
    assert FakeGraph.closed


def test_where_langgraph_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "langgraph.graph", None)
    measure = measure_phases(shipped_system(), quick=True)
    assert measure.met is None
    told = measure.as_object()
    assert "make bench" in told["rows"]["langgraph"]["missing"]
    assert told["rows"]["engine"]["value"] > 0
    assert (told["rounds"], told["langgraph_version"]) == (1, None)


def test_a_bare_write_replaces_whole(tmp_path: Path) -> None:
    target = tmp_path / ".bare"
    assert bare_write(target, b"one") > 0
    assert bare_write(target, b"two") > 0
    assert target.read_bytes() == b"two"
    assert list(tmp_path.glob("*.tmp")) == []


def test_langgraph_keeps_every_step_on_disk(tmp_path: Path) -> None:
    pytest.importorskip("langgraph.checkpoint.sqlite")
    graph = Graph(tmp_path, "a task", ["one", "two", "three", "four"])
    assert graph.seconds_a_step() > 0
    assert graph.seconds_a_step("async") > 0
    graph.close()
    with sqlite3.connect(tmp_path / "langgraph.sqlite") as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("SELECT count(*) FROM checkpoints").fetchone() == (12,)
