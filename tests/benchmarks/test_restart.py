from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import restart
from benchmarks.restart import measure_restart
from benchmarks.tiny_gguf import write_tiny_gguf


def test_with_a_kept_prefix_only_what_is_new_is_evaluated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Speed 16: the time to the first token after a restart, as a ratio; the clock itself is not tested."""
    monkeypatch.setattr(restart, "ROUNDS", 1)
    measure = measure_restart(write_tiny_gguf(tmp_path / "tiny.gguf", "mixture"), 1)
    assert measure.goal == 0.3
    assert measure.ratio is not None
    details = measure.details
    assert details["evaluated_cold"] >= details["tokens"] > 1000
    assert details["evaluated"] < 100
