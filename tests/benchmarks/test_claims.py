from __future__ import annotations

import time
from pathlib import Path

import pytest

from benchmarks.claims import Questions, _of_claims
from pandora.check.lint import lint
from pandora.disk.layout import Workspace, shipped_system
from pandora.questions.api import Fractal


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
