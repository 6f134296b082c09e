from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import candidates_together
from benchmarks.candidates_together import measure_candidates
from benchmarks.tiny_gguf import write_tiny_gguf


def test_a_real_server_gives_as_many_candidates_together_as_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Speed 18, `n`: both ways give three candidates; what they take is measured, the clock is not tested."""
    monkeypatch.setattr(candidates_together, "ROUNDS", 1)
    monkeypatch.setattr(candidates_together, "TOKENS", 4)
    measure = measure_candidates(write_tiny_gguf(tmp_path / "tiny.gguf", "mixture"), 1)
    assert (measure.goal, measure.ratio is not None) == (0.7, True), measure.rows
    assert measure.details["replies"] == {"first": 2, "one_by_one": 3, "together": 3}
