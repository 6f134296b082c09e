"""Entries that are ticked off in a list."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.inside.check_boxes import open_entries, tick

LIST = "# Trip\r\n\r\n- [x] book the bus\r\n- [ ] Ben\r\n* [ ] Léna Roy\r\n  1. [ ] Ben Low (sister)\r\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "list.md").write_bytes(LIST.encode())
    return tmp_path / "list.md"


def test_only_the_entries_that_are_meant_are_ticked(path: Path) -> None:
    assert open_entries(LIST) == ["Ben", "Léna Roy", "Ben Low (sister)"]
    tick(str(path), ["ben", "Lena"])
    wanted = LIST.replace("[ ] Ben\r", "[x] Ben\r").replace("[ ] Léna", "[x] Léna")
    assert path.read_bytes().decode() == wanted
    tick(str(path), "book the bus")
    assert path.read_bytes().decode() == wanted


@pytest.mark.parametrize(
    ("entry", "told"),
    [("Kit", "no entry 'Kit': 'book the bus', 'Ben'"), ("", "no entry ''"), ("e", "no entry 'e'")],
)
def test_what_is_no_entry_is_said_and_nothing_is_ticked(path: Path, entry: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        tick(str(path), ["Ben", entry])
    assert path.read_bytes() == LIST.encode()


def test_an_entry_that_may_be_several_is_none(path: Path) -> None:
    path.write_text("- [ ] Ben Low\n- [ ] Ben Roy\n", encoding="utf-8")
    with pytest.raises(ValueError, match="several entries 'Ben': 'Ben Low', 'Ben Roy'"):
        tick(str(path), ["Ben"])


def test_a_box_may_stand_alone_and_a_long_line_takes_no_time() -> None:
    assert open_entries("[ ] milk\n[x] tea\n• [ ] bread\n[ ]x\n[a] b\n") == ["milk", "bread"]
    assert open_entries(f"- [ ] a{' ' * 100_000}b") == [f"a{' ' * 100_000}b"]
