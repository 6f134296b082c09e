from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from pandora.disk import run_index as index
from pandora.disk.layout import Workspace


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    monkeypatch.setattr(index, "FEW_RUNS", 0)
    (tmp_path / "state").mkdir()
    for place, run in enumerate(("abc234", "abd234", "abe234")):
        put(tmp_path, run, f"2026-11-2{place}T10:00:00Z")
    return Workspace(tmp_path)


def put(root: Path, run: str, created: str) -> None:
    text = f"---\npandora: 1\n---\n# State\n\n## §0 META\nLevel: system\nCreated: {created}\n"
    (root / "state" / f"system-{run}.md").write_text(text, encoding="utf-8")


def aged(workspace: Workspace) -> None:
    """Let the folder look as if nothing had changed in it for long."""
    os.utime(workspace.state, ns=(0, 10**18))


def ids(workspace: Workspace, count: int | None = None) -> list[str]:
    return [each.removeprefix("system-") for each, _ in index.newest_runs(workspace, count)]


def test_the_newest_first(workspace: Workspace) -> None:
    assert ids(workspace, 2) == ["abe234", "abd234"]
    assert ids(workspace) == ["abe234", "abd234", "abc234"]


def test_what_comes_and_goes_is_seen(workspace: Workspace) -> None:
    assert ids(workspace, 1) == ["abe234"]
    put(workspace.root, "abf234", "2026-11-30T10:00:00Z")
    workspace.document("system-abd234").unlink()
    assert ids(workspace) == ["abf234", "abe234", "abc234"]


def test_an_unchanged_folder_is_not_listed(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    ids(workspace)
    aged(workspace)
    ids(workspace)  # now the index knows the folder as it is

    def listed(self: Workspace) -> list[str]:
        raise AssertionError("listed")

    monkeypatch.setattr(Workspace, "runs", listed)
    assert ids(workspace, 1) == ["abe234"]
    os.utime(workspace.state)
    with pytest.raises(AssertionError, match="listed"):
        ids(workspace, 1)


@pytest.mark.parametrize("how", ["not a database", "cut short", "other tables", "a folder"])
def test_broken_it_is_made_again(workspace: Workspace, how: str) -> None:
    ids(workspace)
    path = index.index_path(workspace)
    data = path.read_bytes()
    if how == "a folder":
        path.unlink()
        path.mkdir()
    elif how == "other tables":
        path.unlink()
        with sqlite3.connect(path) as database:
            database.execute("CREATE TABLE runs (something TEXT)")
        database.close()
    else:
        path.write_bytes(b"no database at all" * 100 if how == "not a database" else data[:5000])
    assert ids(workspace, 2) == ["abe234", "abd234"]


def test_held_by_another_it_is_done_without(workspace: Workspace) -> None:
    ids(workspace)
    other = sqlite3.connect(index.index_path(workspace))
    other.execute("BEGIN IMMEDIATE")
    try:
        assert ids(workspace, 1) == ["abe234"]
    finally:
        other.close()


def test_a_document_that_says_otherwise_is_believed(workspace: Workspace) -> None:
    ids(workspace)
    index.correct_times(workspace, {"system-abc234": "2026-12-01T10:00:00Z"})
    assert ids(workspace, 1) == ["abc234"]


def test_it_is_hidden_and_out_of_git(workspace: Workspace) -> None:
    ids(workspace)
    folder = index.index_path(workspace).parent
    assert folder.name.startswith(".")
    assert (folder / ".gitignore").read_text(encoding="utf-8") == "*\n"
    assert ids(Workspace(workspace.root / "none")) == []


def test_few_runs_need_none(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "FEW_RUNS", 200)
    assert ids(workspace, 1) == ["abe234"]
    assert not index.index_path(workspace).parent.exists()


def test_a_pipe_in_a_documents_place_is_not_waited_for(workspace: Workspace) -> None:
    os.mkfifo(workspace.state / "system-abf234.md")
    assert [root for root, _ in index.newest_runs(workspace, None)] == [
        "system-abe234",
        "system-abd234",
        "system-abc234",
    ]


def test_a_database_elsewhere_is_not_written_through_a_link(workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / "theirs").touch()
    place = index.index_path(workspace)
    place.parent.mkdir()
    place.symlink_to(tmp_path / "theirs")
    assert len(index.newest_runs(workspace, None)) == 3
    assert (tmp_path / "theirs").read_bytes() == b""
    assert place.is_file()
    assert not place.is_symlink()


def test_a_root_that_cannot_be_read_is_listed_too(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(path: Path) -> tuple[str, bool]:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(index, "_read_head", denied)
    assert sorted(ids(workspace)) == ["abc234", "abd234", "abe234"]
