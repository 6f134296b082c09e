from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import speculation
from benchmarks.speculation import measure_speculation
from benchmarks.tiny_gguf import write_tiny_gguf
from pandora.models.fit.batch_costs import ASSUMED


def test_replies_are_timed_off_auto_and_on_by_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Speed 13: drafts take no longer than none, and auto changes no reply; the clock itself is not tested."""
    monkeypatch.setattr(speculation, "ROUNDS", 1)
    monkeypatch.setattr(speculation, "TOKENS", 40)
    for rows in ASSUMED:
        monkeypatch.setitem(ASSUMED, rows, 1.0)
    measure = measure_speculation(write_tiny_gguf(tmp_path / "tiny.gguf", "mixture"), 1)
    assert measure.goal == pytest.approx(1 / 0.98)
    assert measure.ratio is not None
    assert [row.key for row in measure.rows] == [
        f"{kind}_{way}" for kind in ("copy", "free") for way in ("off", "auto", "on")
    ]
    assert measure.details["same_replies"]["auto"]
    assert set(measure.details["batches"]) == {"auto", "on"}
