"""Speed 25: a shared folder is probed before it is used, from two processes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pandora.disk import shared_folder
from pandora.disk.shared_folder import try_folder
from pandora.errors import DiskError


def test_a_folder_of_this_disk_can_be_shared_and_is_left_as_it_was(tmp_path: Path) -> None:
    trials = try_folder(tmp_path)
    assert [trial.name for trial in trials] == [
        *("new files", "links", "locks", "exchange", "fsync", "renames", "SQLite", "clocks")
    ]
    assert [trial.name for trial in trials if not trial.held] == []
    assert list(tmp_path.iterdir()) == []


def test_what_does_not_hold_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder on which everybody gets every name, the lock, and a clock of its own."""

    def taken(path: Path) -> bool:
        return True

    def no_exchange(one: Path, other: Path) -> bool:
        return False

    monkeypatch.setitem(shared_folder._VERBS, "create", taken)
    monkeypatch.setattr("pandora.disk.name_exchange.exchange_names", no_exchange)
    monkeypatch.setattr(shared_folder, "_lock", lambda handle: True)
    real = Path.stat

    def late(self: Path, **more: bool) -> os.stat_result:
        state = real(self, **more)
        if self.name != "clock":
            return state
        return os.stat_result((*state[:7], state.st_atime - 60, state.st_mtime - 60, state.st_ctime))

    monkeypatch.setattr(Path, "stat", late)
    trials = {trial.name: trial for trial in try_folder(tmp_path)}
    assert "50 were taken twice" in trials["new files"].finding
    assert "cannot be shared" in trials["new files"].remedy
    assert trials["exchange"].remedy == ""
    assert "second process got it" in trials["locks"].finding
    assert trials["clocks"].remedy.startswith("set both by NTP")
    assert {name for name, trial in trials.items() if trial.held} == {"links", "fsync", "renames", "SQLite"}


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DiskError, match="no folder can be made here"):
        try_folder(tmp_path / "gone")
