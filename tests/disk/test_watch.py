from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest
from watchdog.observers import Observer
from watchdog.observers.polling import PollingObserver

from pandora.disk import watch as notice
from pandora.disk.watch import Saves, watching
from pandora.errors import DiskError

ID = "system-abc234"


class Clock:
    """A clock that goes on by itself, so that nobody waits."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.01
        return self.now


def test_what_is_no_document_is_not_noticed() -> None:
    saves = Saves(Clock(), rest=0)
    for name in (".system-abc234.md.swp", "system-abc234.md~", "4913", "README.md", "blobs/0123", "x.tmp"):
        saves.take(f"/somewhere/state/{name}")
    saves.take(f"/somewhere/state/.{ID}.md.77.aabb.tmp")
    saves.take(f"/somewhere/state/{ID}.conflict-plan-1.md")
    assert saves.settled(0.05) == []


def test_a_burst_of_events_is_one_save() -> None:
    saves = Saves(Clock(), rest=0.1)
    for _ in range(5):
        saves.take(f"/state/{ID}.md")
    assert saves.settled(1) == [ID]
    assert saves.settled(0.05) == []


def test_a_save_that_goes_on_is_not_told_before_it_rests() -> None:
    clock = Clock()
    saves = Saves(clock, rest=0.5)
    saves.take(f"{ID}.md")
    assert saves.settled(0.1) == []
    saves.take(f"{ID}.md")
    clock.now += 0.35
    assert saves.settled(0.05) == []  # the second event began the rest anew
    clock.now += 0.6
    assert saves.settled(0.05) == [ID]


def test_again_tells_once_more() -> None:
    saves = Saves(Clock(), rest=0)
    saves.look_again(ID, 0.1)
    assert saves.settled(0.01) == []
    assert saves.settled(1) == [ID]


def save_and_notice(folder: Path, way: str) -> str:
    """Read a document, which is no save, then save it; gives how the folder was watched."""
    path, other = folder / f"{ID}.md", folder / f".{ID}.md.swp"
    path.write_text("old", encoding="utf-8")
    saves = Saves(rest=0.05)
    with watching(folder, saves) as how:
        path.read_text(encoding="utf-8")
        assert saves.settled(0.2) == []
        if way == "moved away first":
            path.rename(folder / f"{ID}.md~")
        if way == "renamed over":
            other.write_text("newer", encoding="utf-8")
            os.replace(other, path)
        else:
            path.write_text("newer", encoding="utf-8")
        assert saves.settled(10) == [ID]
    return how


WAYS = pytest.mark.parametrize("way", ["in place", "renamed over", "moved away first"])


@WAYS
def test_each_way_of_saving_is_noticed_and_reading_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(notice, "shared_kind", lambda folder: "")  # wherever the tests run
    assert save_and_notice(tmp_path, way) == "events of the system"


def refusing(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """The system's own way of watching fails as it does at its limits."""

    def start(self: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(notice, "shared_kind", lambda folder: "")
    monkeypatch.setattr(Observer, "start", start)
    monkeypatch.setattr(notice, "POLL_SECONDS", 0.05)


@WAYS
@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.ENOSPC, "no inotify watch is left, raise fs.inotify.max_user_watches"),
        (errno.EMFILE, "no inotify instance is left, raise fs.inotify.max_user_instances"),
        (errno.ENOSYS, os.strerror(errno.ENOSYS)),
    ],
)
def test_where_the_system_tells_nothing_the_folder_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str, number: int, told: str
) -> None:
    refusing(monkeypatch, number)
    threads = threading.active_count()
    assert save_and_notice(tmp_path, way) == f"polled every second: {told}"
    assert threading.active_count() == threads  # nothing is left of either observer


def test_a_shared_folder_is_looked_at_though_the_system_would_watch_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notice, "shared_kind", lambda folder: "nfs4")
    monkeypatch.setattr(notice, "POLL_SECONDS", 0.05)
    told = "polled every second: nfs4 does not tell of saves on other machines"
    assert save_and_notice(tmp_path, "in place") == told


def test_a_folder_that_cannot_be_watched_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refusing(monkeypatch, errno.EMFILE)
    monkeypatch.setattr(PollingObserver, "start", getattr(Observer, "start"))  # noqa: B009
    with pytest.raises(DiskError, match="run `pandora resume` after each edit"), watching(tmp_path, Saves()):
        pass


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DiskError, match="the folder is gone"), watching(tmp_path / "none", Saves()):
        pass
