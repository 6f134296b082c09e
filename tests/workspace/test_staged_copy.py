from __future__ import annotations

import hashlib
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pandora.errors import DiskError, RefusedError
from pandora.sandbox import landlock
from pandora.sandbox.process import run
from pandora.workspace import staged_copy as module
from pandora.workspace.change import Change
from pandora.workspace.staged_copy import StagedCopy

Script = Callable[..., "subprocess.CompletedProcess[str]"]

PROTECTED = ("state", "system", ".git", "pandora.toml")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    root = tmp_path / "work"
    for path, text in (
        ("a.txt", "a"),
        ("data/b.csv", "x,y\n1,2\n"),
        ("data/deep/c", "c"),
        ("run.sh", "#!/bin/sh\n"),
    ):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    (root / "run.sh").chmod(0o755)
    return root


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def tree(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*"))


def test_the_copy_is_the_workspace(workspace: Path) -> None:
    with StagedCopy.of(workspace, PROTECTED) as stage:
        assert tree(stage.root) == tree(workspace)
        assert (stage.root / "data/b.csv").read_text() == "x,y\n1,2\n"
        assert os.access(stage.root / "run.sh", os.X_OK)
        assert (stage.root / "a.txt").stat().st_mtime == (workspace / "a.txt").stat().st_mtime
        assert stage.changes() == ()
        assert stage.note == ""


def test_protected_and_bulky_names_are_not_copied(workspace: Path) -> None:
    for path in (
        "state/s.md",
        "system/p.md",
        ".git/config",
        ".venv/x",
        "node_modules/y",
        "data/__pycache__/z.pyc",
    ):
        (workspace / path).parent.mkdir(parents=True, exist_ok=True)
        (workspace / path).write_text("x")
    (workspace / "pandora.toml").write_text("x")
    (workspace / "data/state").mkdir()
    (workspace / "data/state/kept").write_text("x")
    with StagedCopy.of(workspace, PROTECTED) as stage:
        assert tree(stage.root) == ["a.txt", "data", "data/b.csv", "data/deep", "data/deep/c", "data/state",
                                    "data/state/kept", "run.sh"]  # fmt: skip


def test_changes_are_told_and_the_workspace_is_untouched(workspace: Path) -> None:
    with StagedCopy.of(workspace, PROTECTED) as stage:
        (stage.root / "a.txt").write_text("A")
        (stage.root / "data/deep/c").unlink()
        (stage.root / "new").mkdir()
        (stage.root / "new/n").write_bytes(b"\0n")
        assert stage.changes() == (
            Change("a.txt", digest("a"), b"A"),
            Change("data/deep/c", digest("c"), None),
            Change("new/n", "", b"\0n"),
        )
    assert (workspace / "a.txt").read_text() == "a"
    assert (workspace / "data/deep/c").exists()
    assert not (workspace / "new").exists()


def test_rewritten_with_the_same_content_is_no_change(workspace: Path) -> None:
    with StagedCopy.of(workspace, PROTECTED) as stage:
        (stage.root / "a.txt").unlink()
        (stage.root / "a.txt").write_text("a")
        (stage.root / "__pycache__").mkdir()
        (stage.root / "__pycache__/m.pyc").write_text("x")
        (stage.root / ".pytest_cache").mkdir()
        (stage.root / "empty").mkdir()
        (stage.root / "run.sh").chmod(0o644)
        assert stage.changes() == ()


@pytest.mark.parametrize("path", ["state/s.md", "system/x/p.md", "pandora.toml"])
def test_a_write_to_a_protected_place_is_refused(workspace: Path, path: str) -> None:
    with StagedCopy.of(workspace, PROTECTED) as stage:
        (stage.root / path).parent.mkdir(parents=True, exist_ok=True)
        (stage.root / path).write_text("x")
        with pytest.raises(RefusedError, match=f"{path}: protected"):
            stage.changes()


def test_a_folder_that_is_called_like_a_protected_one_is_read_and_not_written(workspace: Path) -> None:
    (workspace / "State").mkdir()
    (workspace / "State/vienna.csv").write_text("a")
    if os.path.lexists(workspace / "state/vienna.csv"):
        pytest.skip("this disk takes State for state")
    with StagedCopy.of(workspace, PROTECTED) as stage:
        assert "State/vienna.csv" in tree(stage.root)
        (stage.root / "State/vienna.csv").write_text("b")
        with pytest.raises(RefusedError, match=r"State/vienna\.csv: protected"):
            stage.changes()


def test_what_policy_hides_is_not_in_it_and_cannot_be_written(workspace: Path) -> None:
    (workspace / "data/.env").write_text("TOKEN=hunter2")
    with StagedCopy.of(workspace, PROTECTED, hides=lambda path: path.endswith(".env")) as stage:
        assert "data/.env" not in tree(stage.root)
        assert stage.changes() == ()
        (stage.root / "data/.env").write_text("HOME=/elsewhere")
        with pytest.raises(RefusedError, match=r"data/\.env: policy hides it"):
            stage.changes()


@pytest.mark.parametrize("place", [".git", "data/.git", "data/.Git"])
def test_a_git_folder_made_in_the_stage_is_refused(workspace: Path, place: str) -> None:
    (workspace / ".git").mkdir()
    with StagedCopy.of(workspace, PROTECTED) as stage:
        assert stage.changes() == ()
        (stage.root / place / "hooks").mkdir(parents=True)
        (stage.root / place / "hooks" / "pre-commit").write_text("x")
        with pytest.raises(RefusedError, match=rf"{place}.*: protected, and the command wrote it"):
            stage.changes()


def test_links_inside_are_kept_and_lead_into_the_stage(workspace: Path) -> None:
    (workspace / "near").symlink_to("data/b.csv")
    (workspace / "absolute").symlink_to(workspace / "data")
    with StagedCopy.of(workspace, PROTECTED) as stage:
        assert (stage.root / "near").resolve() == stage.root / "data/b.csv"
        assert (stage.root / "absolute").resolve() == stage.root / "data"
        (stage.root / "near").write_text("changed")
        assert [change.path for change in stage.changes()] == ["data/b.csv"]
    assert (workspace / "data/b.csv").read_text() == "x,y\n1,2\n"


def test_links_outside_to_protected_and_to_nothing_are_left_out(workspace: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hunter2")
    (workspace / "state").mkdir()
    for name, target in (("out", tmp_path / "secret"), ("up", Path("../secret")), ("folder", tmp_path),
                         ("proc", Path("/proc/self/root")), ("own", Path("state")), ("gone", Path("nothing")),
                         ("loop", Path("loop"))):  # fmt: skip
        (workspace / name).symlink_to(target)
    with StagedCopy.of(workspace, PROTECTED) as stage:
        assert tree(stage.root) == ["a.txt", "data", "data/b.csv", "data/deep", "data/deep/c", "run.sh"]
        assert stage.changes() == ()


def test_fifos_and_sockets_are_skipped(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(workspace / "fifo")
    monkeypatch.chdir(workspace)
    with socket.socket(socket.AF_UNIX) as local:
        local.bind("socket")
        with StagedCopy.of(workspace, PROTECTED) as stage:
            assert not {"fifo", "socket"} & set(tree(stage.root))


def test_what_is_too_large_is_linked_and_said(workspace: Path) -> None:
    (workspace / "big").write_bytes(b"b" * 1000)
    with StagedCopy.of(workspace, PROTECTED, limit_bytes=500, links=True) as stage:
        assert stage.linked == ["big"]
        assert stage.readable == (workspace / "big",)
        assert stage.note == "large, read-only: big"
        assert (stage.root / "big").read_bytes() == b"b" * 1000
        assert stage.changes() == ()
        (stage.root / "big").unlink()
        assert stage.changes() == (Change("big", digest("b" * 1000), None),)
        (stage.root / "big").write_text("small")
        assert stage.changes() == (Change("big", digest("b" * 1000), b"small"),)
    assert (workspace / "big").read_bytes() == b"b" * 1000


def test_without_landlock_what_is_too_large_is_left_out(workspace: Path) -> None:
    (workspace / "big").write_bytes(b"b" * 1000)
    with StagedCopy.of(workspace, PROTECTED, limit_bytes=500, links=False) as stage:
        assert not os.path.lexists(stage.root / "big")
        assert stage.note == "left out: big"
        assert stage.changes() == ()
        (stage.root / "big").write_text("x")
        with pytest.raises(RefusedError, match="big: left out"):
            stage.changes()


def test_links_depend_on_this_machines_landlock(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (workspace / "big").write_bytes(b"b" * 1000)
    for version, linked in ((0, []), (1, ["big"])):
        monkeypatch.setattr(landlock, "abi", lambda version=version: version)
        with StagedCopy.of(workspace, PROTECTED, limit_bytes=500) as stage:
            assert stage.linked == linked


@pytest.mark.skipif(sys.platform != "linux", reason="Landlock is Linux's")
def test_a_command_cannot_write_through_to_a_large_file(workspace: Path) -> None:
    (workspace / "big").write_bytes(b"b" * 1000)
    with StagedCopy.of(workspace, PROTECTED, limit_bytes=500, links=True) as stage:
        done = run(
            ("sh", "-c", "wc -c < big; echo x >> big; echo x > a.txt"),
            cwd=stage.root, writable=(stage.root,), readable=stage.readable,
        )  # fmt: skip
        assert done.stdout.split() == [b"1000"]
        assert b"ermission denied" in done.stderr or b"Read-only" in done.stderr
        assert [change.path for change in stage.changes()] == ["a.txt"]
    assert (workspace / "big").read_bytes() == b"b" * 1000


def test_a_large_file_cannot_be_moved_away(workspace: Path) -> None:
    (workspace / "big").write_bytes(b"b" * 1000)
    with StagedCopy.of(workspace, PROTECTED, limit_bytes=500, links=True) as stage:
        (stage.root / "big").rename(stage.root / "moved")
        with pytest.raises(RefusedError, match=r"moved: .*too large"):
            stage.changes()


def test_the_largest_single_file_and_the_count_are_bounded(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_LARGE", 5)
    with StagedCopy.of(workspace, PROTECTED, links=False) as stage:
        assert stage.omitted == ["data/b.csv", "run.sh"]
    monkeypatch.setattr(module, "_MANY", 1)
    with StagedCopy.of(workspace, PROTECTED, links=False) as stage:
        assert sorted(stage.omitted) == ["data/b.csv", "data/deep/c", "run.sh"]
        (stage.root / "one").write_text("1")
        (stage.root / "two").write_text("2")
        with pytest.raises(RefusedError, match="two: the command wrote more than"):
            stage.changes()


def test_small_files_are_copied_first(workspace: Path) -> None:
    (workspace / "a-big").write_bytes(b"b" * 400)
    (workspace / "b-big").write_bytes(b"b" * 300)
    (workspace / "z.py").write_bytes(b"z" * 100)
    with StagedCopy.of(workspace, PROTECTED, limit_bytes=500, links=True) as stage:
        assert stage.linked == ["a-big"]
        assert not (stage.root / "z.py").is_symlink()


def test_more_new_content_than_the_stage_holds_is_refused(workspace: Path) -> None:
    with StagedCopy.of(workspace, PROTECTED, limit_bytes=500) as stage:
        (stage.root / "one").write_bytes(b"x" * 300)
        assert len(stage.changes()) == 1
        (stage.root / "two").write_bytes(b"x" * 300)
        with pytest.raises(RefusedError, match="two: the command wrote more than"):
            stage.changes()


@pytest.mark.parametrize("kind", ["link", "folder", "fifo"])
def test_a_file_that_became_something_else_is_refused(workspace: Path, kind: str) -> None:
    with StagedCopy.of(workspace, PROTECTED) as stage:
        path = stage.root / "a.txt"
        path.unlink()
        if kind == "link":
            path.symlink_to("/etc/passwd")
        elif kind == "folder":
            path.mkdir()
        else:
            os.mkfifo(path)
        with pytest.raises(RefusedError, match="not a file"):
            stage.changes()


def test_a_new_link_brings_nothing_in(workspace: Path) -> None:
    with StagedCopy.of(workspace, PROTECTED) as stage:
        (stage.root / "evil").symlink_to("/etc/passwd")
        (stage.root / "evil-folder").symlink_to("/etc")
        assert stage.changes() == ()


def test_folders_deeper_than_any_path_are_refused_and_deleted(workspace: Path) -> None:
    with StagedCopy.of(workspace, PROTECTED) as stage:
        folder = stage.root
        deep = ("import os, sys", "os.chdir(sys.argv[1])", "for _ in range(3000): os.mkdir('n'); os.chdir('n')")
        subprocess.run((sys.executable, "-c", "\n".join(deep), str(folder)), check=True)
        with pytest.raises(RefusedError, match="what the command left cannot be looked at"):
            stage.changes()
    assert not folder.exists()


RIGHTS = """
import tempfile
from pathlib import Path
from pandora.workspace.staged_copy import StagedCopy
with tempfile.TemporaryDirectory() as name:
    (Path(name) / "data").mkdir()
    (Path(name) / "data/b").write_text("b")
    (Path(name) / "a").write_text("a")
    with StagedCopy.of(Path(name), ()) as stage:
        (stage.root / "a").chmod(0)
        (stage.root / "data").chmod(0)
        print(stage.changes())
    (Path(name) / "a").chmod(0)
    with StagedCopy.of(Path(name), ()) as stage:
        print(stage.omitted)
"""


def test_rights_taken_away_do_not_look_like_removal(script: Script, nobody_script: Script) -> None:
    assert script(RIGHTS).stdout == "()\n[]\n"  # root reads everything
    done = nobody_script(RIGHTS)
    assert done.stdout == "()\n['a']\n", done.stderr


CLOSED = """
import tempfile
from pathlib import Path
from pandora.errors import RefusedError
from pandora.workspace.staged_copy import StagedCopy
with tempfile.TemporaryDirectory() as name:
    (Path(name) / "a").write_text("a")
    folder = Path(name) / "closed"
    folder.mkdir()
    (folder / "b").write_text("b")
    for mode in (0o000, 0o111, 0o444):
        folder.chmod(mode)
        with StagedCopy.of(Path(name), ()) as stage:
            found = sorted(str(each.relative_to(stage.root)) for each in stage.root.rglob("*"))
            print(stage.note, found, stage.changes())
            (stage.root / "closed/c").write_text("c")
            try:
                print([each.path for each in stage.changes()])
            except RefusedError as error:
                print(error)
    folder.chmod(0o755)
"""


def test_a_folder_that_may_not_be_read_is_empty_and_said(script: Script, nobody_script: Script) -> None:
    assert script(CLOSED).stdout == " ['a', 'closed', 'closed/b'] ()\n['closed/c']\n" * 3
    told = "closed/c: its folder may not be read, so a command cannot change what is in it"
    done = nobody_script(CLOSED)
    assert done.stdout == f"may not be read: closed/ ['a', 'closed'] ()\n{told}\n" * 3, done.stderr


def test_the_folder_is_deleted_in_every_case(
    workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    with StagedCopy.of(workspace, PROTECTED) as stage:
        (stage.root / "data").chmod(0)
        assert stage.root.is_relative_to(temporary)
        assert os.stat(stage.root.parent).st_mode & 0o077 == 0
    assert list(temporary.iterdir()) == []

    def full(self: StagedCopy, path: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(StagedCopy, "_copy", full)
    with pytest.raises(DiskError, match="No space left"):
        StagedCopy.of(workspace, PROTECTED)
    assert list(temporary.iterdir()) == []


def test_a_large_file_that_becomes_a_pipe_is_not_waited_for(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_LARGE", 4)
    (workspace / "large").write_text("0123456789")
    with StagedCopy.of(workspace, PROTECTED, links=True) as stage:
        assert "large" in stage.linked
        (workspace / "large").unlink()
        os.mkfifo(workspace / "large")
        (stage.root / "large").unlink()
        with pytest.raises(RefusedError, match="large: somebody changed it while"):
            stage.changes()
