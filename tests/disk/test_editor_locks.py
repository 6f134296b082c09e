from __future__ import annotations

import os
from pathlib import Path

import pytest

from pandora.disk import processes as liveness
from pandora.disk.editor_locks import unsaved_changes


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "x.md"
    path.write_text("x", encoding="utf-8")
    return path


def swap(path: Path, pid: int, changed: bool = True, host: str | None = None, ending: str = "swp") -> Path:
    """A vim swap file's first block, as vim and nano write it."""
    block = bytearray(4096)
    block[:12] = b"b0VIM 9.1\0\0\0"
    block[24:28] = pid.to_bytes(4, "little")
    name = (host or liveness.host()).encode()[:39]
    block[68 : 68 + len(name)] = name
    block[1007] = 0x55 if changed else 0
    lock = path.with_name(f".{path.name}.{ending}")
    lock.write_bytes(block)
    return lock


def link(path: Path, target: str) -> Path:
    lock = path.with_name(f".#{path.name}")
    os.symlink(target, lock)
    return lock


def test_nobody(file: Path) -> None:
    assert unsaved_changes(file) is None


class TestVimAndNano:
    def test_changes_that_are_not_saved(self, file: Path) -> None:
        lock = swap(file, os.getppid())
        found = unsaved_changes(file)
        assert found is not None
        assert (found.lock, found.pid) == (lock, os.getppid())
        assert f"by process {os.getppid()}" in str(found)

    def test_a_file_that_is_only_shown(self, file: Path) -> None:
        swap(file, os.getppid(), changed=False)
        assert unsaved_changes(file) is None

    def test_an_editor_that_is_gone(self, file: Path, dead: int) -> None:
        swap(file, dead)
        assert unsaved_changes(file) is None

    def test_a_second_one_after_one_that_is_gone(self, file: Path, dead: int) -> None:
        swap(file, dead)
        lock = swap(file, os.getppid(), ending="swo")
        found = unsaved_changes(file)
        assert found is not None
        assert found.lock == lock

    @pytest.mark.parametrize("content", [b"", b"b0VIM", b"no swap file at all" * 100])
    def test_one_that_cannot_be_read_is_believed(self, file: Path, content: bytes) -> None:
        lock = file.with_name(".x.md.swp")
        lock.write_bytes(content)
        assert "or delete .x.md.swp" in str(unsaved_changes(file))

    def test_another_machine_is_believed(self, file: Path, dead: int) -> None:
        swap(file, dead, host="elsewhere")
        assert unsaved_changes(file) is not None


class TestEmacs:
    def test_changes_that_are_not_saved(self, file: Path) -> None:
        link(file, f"ada@{liveness.host()}.{os.getppid()}:1700000000")
        found = unsaved_changes(file)
        assert found is not None
        assert found.pid == os.getppid()

    def test_an_editor_that_is_gone(self, file: Path, dead: int) -> None:
        link(file, f"ada@{liveness.host()}.{dead}")
        assert unsaved_changes(file) is None

    @pytest.mark.parametrize("target", ["nobody knows", "ada@else.where.12:3"])
    def test_what_cannot_be_known_is_believed(self, file: Path, target: str) -> None:
        link(file, target)
        assert unsaved_changes(file) is not None

    def test_a_disk_without_links(self, file: Path, dead: int) -> None:
        lock = file.with_name(".#x.md")
        lock.write_text(f"ada@{liveness.host()}.{dead}:1\n", encoding="utf-8")
        assert unsaved_changes(file) is None
        lock.write_text(f"ada@{liveness.host()}.{os.getppid()}:1\n", encoding="utf-8")
        assert unsaved_changes(file) is not None


@pytest.mark.parametrize("name", [".#x.md", ".x.md.swp"])
@pytest.mark.parametrize("kind", ["pipe", "folder"])
def test_what_no_editor_makes_is_no_lock_and_is_not_waited_for(file: Path, name: str, kind: str) -> None:
    lock = file.with_name(name)
    os.mkfifo(lock) if kind == "pipe" else lock.mkdir()
    assert unsaved_changes(file) is None
