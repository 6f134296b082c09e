from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hypothesis import settings

from tests.engine.runs import Bench

# A machine that is busy with something else is no failure.
settings.register_profile("pandora", deadline=None)
settings.load_profile("pandora")

# What a shell starts in the background ignores SIGINT, and so would every process that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def state_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of the test's own: which workspaces are trusted is no business of this machine's user."""
    folder = tmp_path_factory.getbasetemp() / "state-home"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace in which a scripted model does tasks."""
    (tmp_path / "work").mkdir()
    return Bench(tmp_path / "work")
