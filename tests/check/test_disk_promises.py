"""The trials of the promises hold on a good disk, and see each fault of a bad one."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pandora import cli
from pandora.check import disk_promises
from pandora.check.disk_promises import Verdict, try_promises
from pandora.engine import run as runs


def tried(folder: Path, kills: int = 3, full: int = 2, saves: int = 15) -> list[Verdict]:
    verdicts = list(try_promises(folder, kills, full, saves))
    assert list(folder.iterdir()) == []
    return verdicts


def broken(verdicts: list[Verdict]) -> list[int]:
    return [number for number, verdict in enumerate(verdicts) if not verdict.held]


def in_place(path: Path, data: bytes, expected: bytes) -> None:
    """As a disk that is written in place: piece by piece, whatever stood there."""
    handle = os.open(path, os.O_WRONLY | os.O_TRUNC)
    for start in range(0, len(data), 50):
        os.write(handle, data[start : start + 50])
    os.close(handle)


@contextlib.contextmanager
def no_lease(root: Path) -> Iterator[None]:
    yield


def test_a_good_disk_holds_every_promise(tmp_path: Path) -> None:
    verdicts = tried(tmp_path)
    assert [verdict.wrong for verdict in verdicts] == [()] * 5
    assert [verdict.tried.split()[0] for verdict in verdicts] == ["killed", "resumed", "saved", "a", "2"]


def test_a_disk_that_tears_and_loses_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pandora.disk.store.replace_file", in_place)
    verdicts = tried(tmp_path, kills=5, full=1)
    assert {0, 2} <= set(broken(verdicts))
    assert " is torn (" in verdicts[0].wrong[0]
    assert " is gone" in verdicts[2].wrong[0]


def test_a_disk_without_locks_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "hold", no_lease)
    verdicts = tried(tmp_path, kills=1, full=1, saves=2)
    assert broken(verdicts) == [3]
    assert verdicts[3].wrong == ("beside the first, it came to its end",)


def test_a_disk_that_swallows_what_it_cannot_hold_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk_promises, "_full_from", lambda number: lambda name: None)
    verdicts = tried(tmp_path, kills=1, full=1, saves=2)
    assert broken(verdicts) == [4]
    assert verdicts[4].wrong == ("the run never noticed it",)


def test_a_reply_that_is_asked_for_again_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        disk_promises, "marks_on_disk", lambda workspace: {f"reply-{number}" for number in range(6)}
    )
    verdicts = tried(tmp_path, kills=1, full=1, saves=2)
    assert 1 in broken(verdicts)
    assert "asked for again" in verdicts[1].wrong[0]


def test_a_disk_that_fails_altogether_ends_with_its_own_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(handle: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", fails)
    assert cli.run(["-C", str(tmp_path), "selftest"]) == 6
    assert "Input/output error" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
