from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import votes
from benchmarks.tiny_gguf import write_tiny_gguf
from benchmarks.votes import measure_votes


def test_votes_are_timed_in_each_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What they take is measured; the clock is not tested."""
    monkeypatch.setattr(votes, "ROUNDS", 1)
    monkeypatch.setattr(votes, "TOKENS", 30)
    measure = measure_votes(write_tiny_gguf(tmp_path / "tiny.gguf", "mixture"), 1)
    assert [row.key for row in measure.rows] == ["off_4", "auto_4", "all_4", "off_2", "auto_2", "all_2"]
    assert measure.ratio is not None
    assert "at once" in measure.details["width"]
