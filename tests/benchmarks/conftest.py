"""Nothing of this machine's user, and one round of everything: what is tested here is not the clock."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import decoding, phases
from benchmarks.rounds import workspace_on_disk
from pandora.disk.layout import Workspace, shipped_system


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("PANDORA_MODELS", str(tmp_path / "models"))
    monkeypatch.delenv("PANDORA_MODEL", raising=False)
    for module in (phases, decoding):
        monkeypatch.setattr(module, "ROUNDS", 2)
        monkeypatch.setattr(module, "QUICK", 1)
    monkeypatch.setattr(phases, "WARM", 0)


@pytest.fixture
def workspace() -> Iterator[Workspace]:
    with workspace_on_disk(shipped_system()) as made:
        yield made
