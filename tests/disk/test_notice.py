from __future__ import annotations

import os
from pathlib import Path

import pytest

from pandora.disk.notice import Saves, noticing
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
    saves.again(ID, 0.1)
    assert saves.settled(0.01) == []
    assert saves.settled(1) == [ID]


@pytest.mark.parametrize("way", ["in place", "renamed over", "moved away first"])
def test_each_way_of_saving_is_noticed_and_reading_is_not(tmp_path: Path, way: str) -> None:
    path, other = tmp_path / f"{ID}.md", tmp_path / f".{ID}.md.swp"
    path.write_text("old", encoding="utf-8")
    saves = Saves(rest=0.05)
    with noticing(tmp_path, saves):
        path.read_text(encoding="utf-8")
        assert saves.settled(0.2) == []
        if way == "moved away first":
            path.rename(tmp_path / f"{ID}.md~")
        if way == "renamed over":
            other.write_text("new", encoding="utf-8")
            os.replace(other, path)
        else:
            path.write_text("new", encoding="utf-8")
        assert saves.settled(10) == [ID]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DiskError, match="the folder is gone"), noticing(tmp_path / "none", Saves()):
        pass
