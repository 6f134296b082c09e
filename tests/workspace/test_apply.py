from __future__ import annotations

import errno
import hashlib
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from pandora.disk import name_exchange
from pandora.errors import DiskError, RefusedError
from pandora.workspace import apply as module
from pandora.workspace.apply import apply
from pandora.workspace.change import Change
from pandora.workspace.paths import resolve

PROTECTED = ("state", "system", ".git", "pandora.toml")


def test_what_was_broken_off_anywhere_is_tidied_and_done(workspace: Path) -> None:
    """A process that dies between any two calls, and what the next one finds."""
    old, new = "old\n", "new\n"
    changes = (Change("there.txt", digest(old), new.encode()), Change("made.txt", "", new.encode()))
    for number in range(100):
        for name in tree(workspace):
            (workspace / name).unlink()
        (workspace / "there.txt").write_text(old)
        pid = os.fork()
        if pid == 0:
            die_at(number)
            apply(changes, workspace, PROTECTED)
            os._exit(0)
        died = os.WIFSIGNALED(os.waitpid(pid, 0)[1])
        apply(changes, workspace, PROTECTED)
        assert tree(workspace) == {"there.txt": new, "made.txt": new}
        if not died:
            assert number > 10
            return
    pytest.fail("it never came to its end")


def die_at(number: int) -> None:
    """Have this process killed at that call of the system, counted from 0."""
    left = [number]

    def dying(real: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left[0] -= 1
            return real(*arguments, **named)

        return call

    for name in ("open", "fsync", "link", "rename", "unlink"):
        setattr(os, name, dying(getattr(os, name)))
    name_exchange._rename = dying(name_exchange._rename)  # type: ignore[assignment]


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def tree(root: Path) -> dict[str, str]:
    return {path.relative_to(root).as_posix(): path.read_text() for path in root.rglob("*") if path.is_file()}


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    root = tmp_path / "work"
    (root / "data").mkdir(parents=True)
    (root / "data/a").write_text("old")
    (root / "b").write_text("b")
    return root


def test_files_are_made_changed_and_removed(workspace: Path) -> None:
    changes = [
        Change("data/a", digest("old"), b"new"),
        Change("b", digest("b"), None),
        Change("x/y/z", "", b"z"),
        Change("empty", "", b""),
    ]
    assert apply(changes, workspace, PROTECTED) == ["data/a", "b", "x/y/z", "empty"]
    assert tree(workspace) == {"data/a": "new", "x/y/z": "z", "empty": ""}


def test_applied_again_nothing_happens(workspace: Path) -> None:
    changes = [Change("data/a", digest("old"), b"new"), Change("b", digest("b"), None), Change("c", "", b"c")]
    apply(changes, workspace, PROTECTED)
    inode = (workspace / "data/a").stat().st_ino
    assert apply(changes, workspace, PROTECTED) == ["data/a", "b", "c"]
    assert (workspace / "data/a").stat().st_ino == inode


def test_the_mode_of_a_file_is_kept(workspace: Path) -> None:
    (workspace / "b").chmod(0o751)
    apply([Change("b", digest("b"), b"c"), Change("new", "", b"n")], workspace, PROTECTED)
    assert (workspace / "b").stat().st_mode & 0o7777 == 0o751
    umask = os.umask(0)
    os.umask(umask)
    assert (workspace / "new").stat().st_mode & 0o7777 == 0o666 & ~umask


@pytest.mark.parametrize(
    "late",
    [
        Change("data/a", digest("older"), b"new"),
        Change("data/a", digest("older"), None),
        Change("data/a", "", b"new"),
        Change("gone", digest("was"), b"new"),
        Change("gone/deeper", digest("was"), b"new"),
    ],
)
def test_a_file_changed_meanwhile_is_kept_and_nothing_else_is_done(workspace: Path, late: Change) -> None:
    before = tree(workspace)
    with pytest.raises(RefusedError, match=f"{late.path}: somebody changed it while"):
        apply([Change("b", digest("b"), b"c"), Change("new", "", b"n"), late], workspace, PROTECTED)
    assert tree(workspace) == before


@pytest.mark.parametrize("path", ["state/x", ".git/hooks/pre-commit", "../x", "/etc/x", "~/x", "out/x", "data"])
def test_a_forbidden_place_is_refused_before_anything_is_done(workspace: Path, path: str) -> None:
    (workspace / "out").symlink_to("..")
    before = tree(workspace)
    with pytest.raises(RefusedError):
        apply([Change("b", digest("b"), b"c"), Change(path, "", b"x")], workspace, PROTECTED)
    assert tree(workspace) == before


def test_a_hard_link_is_refused(workspace: Path, tmp_path: Path) -> None:
    os.link(workspace / "b", tmp_path / "elsewhere")
    with pytest.raises(RefusedError, match="hard links"):
        apply([Change("b", digest("b"), b"c")], workspace, PROTECTED)


def swapping(monkeypatch: pytest.MonkeyPatch, swap: Callable[[], None]) -> None:
    """Have `swap` happen after the paths were resolved and before anything is opened."""

    def resolved(*arguments: object, **named: object) -> Path:
        found = resolve(*arguments, **named)  # type: ignore[arg-type]
        swap()
        return found

    monkeypatch.setattr(module, "resolve", resolved)


def test_a_parent_swapped_for_a_link_is_not_followed(
    workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/a").write_text("old")

    def swap() -> None:
        (workspace / "data").rename(workspace / "away")
        (workspace / "data").symlink_to("../outside")

    swapping(monkeypatch, swap)
    with pytest.raises(RefusedError):
        apply([Change("data/a", digest("old"), b"new")], workspace, PROTECTED)
    assert (tmp_path / "outside/a").read_text() == "old"


@pytest.mark.parametrize("make", [os.symlink, os.link])
@pytest.mark.parametrize("content", [b"new", None])
def test_a_file_swapped_for_a_link_or_a_hard_link_is_not_followed(
    workspace: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[[Path, Path], None],
    content: bytes | None,
) -> None:
    (tmp_path / "outside").write_text("b")

    def swap() -> None:
        (workspace / "b").unlink()
        make(tmp_path / "outside", workspace / "b")

    swapping(monkeypatch, swap)
    with pytest.raises(RefusedError):
        apply([Change("b", digest("b"), content)], workspace, PROTECTED)
    assert (tmp_path / "outside").read_text() == "b"


def saving(monkeypatch: pytest.MonkeyPatch, save: Callable[[], None]) -> None:
    """Have a person save after the last check, just before the names change."""
    for name in ("exchange_names", "take_free_name"):
        real = getattr(name_exchange, name)

        def late(*arguments: object, real: Callable[..., object] = real) -> object:
            monkeypatch.undo()
            save()
            return real(*arguments)

        monkeypatch.setattr(name_exchange, name, late)


@pytest.mark.parametrize("by", ["rename", "in place"])
def test_a_save_between_check_and_swap_is_not_lost(
    workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    def save() -> None:
        if by == "rename":
            (tmp_path / "editor").write_text("by hand")
            (tmp_path / "editor").rename(workspace / "b")
        else:
            (workspace / "b").write_text("by hand")

    saving(monkeypatch, save)
    with pytest.raises(RefusedError, match="somebody changed it while"):
        apply([Change("b", digest("b"), b"new")], workspace, PROTECTED)
    assert tree(workspace) == {"data/a": "old", "b": "by hand"}


def test_a_file_made_meanwhile_is_not_overwritten(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def save() -> None:
        (workspace / "new").write_text("by hand")

    saving(monkeypatch, save)
    with pytest.raises(RefusedError, match="somebody changed it while"):
        apply([Change("new", "", b"x")], workspace, PROTECTED)
    assert tree(workspace) == {"data/a": "old", "b": "b", "new": "by hand"}


def test_a_save_just_before_a_removal_is_not_lost(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename = os.rename

    def late(*arguments: object, **named: object) -> None:
        monkeypatch.undo()
        (workspace / "b").write_text("by hand")
        rename(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "rename", late)
    with pytest.raises(RefusedError, match="somebody changed it while"):
        apply([Change("b", digest("b"), None)], workspace, PROTECTED)
    assert tree(workspace) == {"data/a": "old", "b": "by hand"}


def test_disks_without_exchange_or_links_work_too(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unsupported(*arguments: object, **named: object) -> None:
        raise OSError(errno.EPERM, "no hard links here")

    monkeypatch.setattr(name_exchange, "exchange_names", lambda *arguments: False)
    monkeypatch.setattr(os, "link", unsupported)
    apply([Change("b", digest("b"), b"c"), Change("new", "", b"n")], workspace, PROTECTED)
    assert tree(workspace) == {"data/a": "old", "b": "c", "new": "n"}
    folder = os.open(workspace, os.O_RDONLY)
    try:
        with pytest.raises(FileExistsError):
            name_exchange.take_free_name("b", "new", folder)
    finally:
        os.close(folder)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EXDEV])
def test_a_full_or_broken_disk_leaves_the_old_file_and_no_litter(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def broken(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    before = tree(workspace)
    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(DiskError, match="b: not written"):
        apply([Change("b", digest("b"), b"c")], workspace, PROTECTED)
    assert tree(workspace) == before


def test_file_and_folder_are_synced_around_the_rename(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    sync, swap = os.fsync, name_exchange.exchange_names

    def synced(descriptor: int) -> None:
        told.append("folder" if os.path.isdir(f"/dev/fd/{descriptor}") else "file")
        sync(descriptor)

    def swapped(*arguments: object) -> bool:
        told.append("swap")
        return swap(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(name_exchange, "exchange_names", swapped)
    apply([Change("b", digest("b"), b"c")], workspace, PROTECTED)
    assert told == ["file", "swap", "folder"]
    told.clear()
    apply([Change("p/q/r", "", b"c")], workspace, PROTECTED)
    assert told == ["folder", "folder", "file", "folder"]
