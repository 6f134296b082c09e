from __future__ import annotations

import os
from pathlib import Path

import pytest

from pandora.disk import temporary_files as aside
from pandora.disk.layout import Workspace
from pandora.disk.recovery import recover

ID = "system-abc234"
OLD, NEW, MINE = b"old\n", b"new\n", b"mine\n"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / f"{ID}.md").write_bytes(NEW)
    return Workspace(tmp_path)


def left(workspace: Workspace, data: bytes, pid: int, name: str = ID) -> Path:
    """What an engine with that number left of an exchange of OLD and NEW."""
    part = aside.unfinished_name(workspace.document(name))
    path = aside.finished_name(part, OLD, NEW)
    path = path.with_name(path.name.replace(f".{os.getpid()}-", f".{pid}-"))
    path.write_bytes(data)
    return path


def states(workspace: Workspace) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in workspace.state.iterdir()}


def twice(workspace: Workspace) -> list[tuple[str, str]]:
    """Recover, and once more: it must be the same."""
    told = recover(workspace, "abc234")
    once = states(workspace)
    assert recover(workspace, "abc234") == []
    assert states(workspace) == once
    return told


@pytest.mark.parametrize("data", [OLD, NEW])
def test_what_the_engine_wrote_or_had_read_goes(workspace: Workspace, data: bytes, dead: int) -> None:
    left(workspace, data, dead)
    left(workspace, data, dead, "op-python-abc234-1.2")
    assert twice(workspace) == []
    assert states(workspace) == {f"{ID}.md": NEW}


def test_an_unfinished_write_goes(workspace: Workspace, dead: int) -> None:
    part = aside.unfinished_name(workspace.document(ID))
    part.with_name(part.name.replace(f".{os.getpid()}-", f".{dead}-")).write_bytes(b"ne")
    assert twice(workspace) == []
    assert states(workspace) == {f"{ID}.md": NEW}


def test_a_save_that_came_out_goes_back_in(workspace: Workspace, dead: int) -> None:
    left(workspace, MINE, dead)
    ((document, told),) = twice(workspace)
    assert document == ID
    assert f"{ID}.conflict-interrupted-1.md" in told
    assert states(workspace) == {f"{ID}.md": MINE, f"{ID}.conflict-interrupted-1.md": NEW}


def test_where_the_document_was_changed_since_it_goes_beside(workspace: Workspace, dead: int) -> None:
    left(workspace, MINE, dead)
    workspace.document(ID).write_bytes(b"newest\n")
    assert f"{ID}.conflict-saved-1.md" in dict(twice(workspace))[ID]
    assert states(workspace) == {f"{ID}.md": b"newest\n", f"{ID}.conflict-saved-1.md": MINE}


def test_where_the_document_is_gone_it_is_the_document(workspace: Workspace, dead: int) -> None:
    left(workspace, MINE, dead)
    workspace.document(ID).unlink()
    assert twice(workspace) == [(ID, "your last save is the document again")]
    assert states(workspace) == {f"{ID}.md": MINE}


def test_what_belongs_to_others_stays(workspace: Workspace, dead: int) -> None:
    living = left(workspace, MINE, os.getppid())
    other = left(workspace, MINE, dead, "system-zzz234")
    notes = workspace.state / f".{ID}.notes"
    notes.write_bytes(b"")
    assert twice(workspace) == []
    assert {living.name, other.name, notes.name} < set(states(workspace))
