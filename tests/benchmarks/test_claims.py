from __future__ import annotations

import time
from pathlib import Path

import pytest

from benchmarks.claims import LIMITS, Questions, _of_claims, _of_indexes, _within_limits, measure_readings
from pandora.check.lint import lint
from pandora.disk.layout import Workspace, shipped_system
from pandora.questions.graph_operations import Fractal


def test_a_graph_has_so_many_questions_as_operations_would_leave_them(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "system").symlink_to(shipped_system())
    workspace = Workspace(tmp_path)
    place = Questions(workspace, 23)
    assert lint(workspace) == []
    fractal = Fractal(workspace)
    found = fractal.fractal_get_snapshot(place.graph.run)
    assert len(found["nodes"]) == 23
    assert [each["depth"] for each in found["nodes"]].count(2) == 12
    assert fractal.fractal_get_claimable_work(place.graph.run)["count"] == 23
    added = fractal.fractal_add_node(place.graph.run, place.graph.root, "question", "One more?")
    assert added["node_id"].endswith("-11")
    before = sorted(path.read_bytes() for path in workspace.state.glob("*.md"))
    assert place.claimed(time.perf_counter) > 0
    after = fractal.fractal_get_claimable_work(place.graph.run)["count"]
    assert after == 24, "a claim is given back"
    assert sorted(path.read_bytes() for path in workspace.state.glob("*.md")) != before, "and was durable"


def test_the_ratio_is_of_costs_and_the_figure_of_claims() -> None:
    measure = _of_claims("claims", "Claims", {"100": 0.01, "10000": 0.012})
    assert measure.ratio == pytest.approx(1.2)
    assert [row.value for row in measure.rows] == pytest.approx([100, 83.333], rel=1e-3)
    assert _of_claims("claims_processor", "Time", {"100": 0.001, "10000": 0.002}).met is False


def test_answered_questions_are_as_workers_leave_them(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "system").symlink_to(shipped_system())
    workspace = Workspace(tmp_path)
    place = Questions(workspace, 13, answered=True)
    assert lint(workspace) == []
    fractal = Fractal(workspace)
    snapshot = fractal.fractal_get_snapshot(place.graph.run)
    assert [node["node_type"] for node in snapshot["nodes"]].count("answer") == 12
    assert fractal.fractal_get_ready_to_synthesize(place.graph.run)["count"] == 11
    assert all(place.timed(name) > 0 for name in [*LIMITS, "index"])
    again = Fractal(workspace).fractal_get_snapshot(place.graph.run)
    assert again["nodes"][1:] == snapshot["nodes"][1:], "only the root was claimed"


def test_readings_are_measured_at_each_size_and_beside_their_limits() -> None:
    told: list[str] = []
    index, readings = measure_readings(shipped_system(), [3, 5], 1, told.append, large=4)
    assert [row.key for row in index.rows] == ["3", "5"]
    assert [row.key for row in readings.rows] == list(LIMITS)
    assert told[:3] == [f"making {size} answered questions" for size in (3, 5, 4)]


def test_an_index_is_compared_by_question_and_a_reading_with_its_limit() -> None:
    assert _of_indexes({"100": 0.1, "1000": 2.0}).ratio == pytest.approx(2.0)
    slow = _within_limits(3000, {"claim": 0.01, "ready": 0.2, "snapshot": 0.1})
    assert slow.ratio == pytest.approx(2.0)
    assert slow.met is False
