from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pandora.disk import atomic, name_exchange
from pandora.disk.atomic import ChangedError, read_consistent, replace_file, write_blob, write_new
from pandora.errors import DiskError
from tests.disk.faults import ERRORS, failing, writing

OLD, NEW = b"old text\n" * 50, b"new text\n" * 60


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "state" / "x.md"
    path.parent.mkdir()
    path.write_bytes(OLD)
    return path


def replaced(path: Path) -> None:
    old = replace_file(path, NEW, OLD)
    if old is not None:
        assert old.read_bytes() == OLD
        with contextlib.suppress(OSError):  # the disk may fail here too
            old.unlink()


def made(path: Path) -> None:
    write_new(path.with_name("y.md"), NEW)


def blob(path: Path) -> None:
    write_blob(path.parent / "blobs", NEW)


def attempted(write: Callable[[], object]) -> str | None:
    """What the DiskError says that `write` raises, if it does."""
    try:
        write()
    except DiskError as error:
        return str(error)
    return None


def test_a_file_is_replaced_and_keeps_its_mode(file: Path) -> None:
    file.chmod(0o640)
    replaced(file)
    assert file.read_bytes() == NEW
    assert file.stat().st_mode & 0o777 == 0o640
    assert os.listdir(file.parent) == ["x.md"]


@pytest.mark.parametrize("exchanges", [True, False])
@pytest.mark.parametrize("write", [replaced, made, blob])
def test_file_then_name_then_folder_are_synced(
    file: Path, write: Callable[[Path], None], exchanges: bool
) -> None:
    with failing(0, 0, exchanges) as disk:
        write(file)
    calls = [name for name in disk.made if name not in ("open", "unlink")]
    assert calls[:2] == ["write", "fsync"]
    assert calls[-1] == "fsync"
    assert set(calls[2:-1]) & {"swap", "link", "replace"}


@pytest.mark.parametrize("code", ERRORS)
@pytest.mark.parametrize("exchanges", [True, False])
@pytest.mark.parametrize("write", [replaced, made, blob])
def test_a_fault_at_any_call_leaves_old_or_new_whole_and_no_litter(
    file: Path, write: Callable[[Path], None], exchanges: bool, code: int
) -> None:
    with failing(0, 0, exchanges) as disk:
        write(file)
    calls = disk.made
    for number in range(1, len(calls) + 1):
        for other in file.parent.rglob("*"):
            if other.is_file():
                other.unlink()
        file.write_bytes(OLD)
        with failing(number, code, exchanges) as disk:
            told = attempted(lambda: write(file))
        # Where only the tidying failed, what is new is in place.
        assert calls[number - 1] == "unlink" if told is None else "resume" in told
        found = {path.name: path.read_bytes() for path in file.parent.rglob("*") if path.is_file()}
        litter = [name for name in found if name.endswith(".tmp")]
        assert not litter or calls[number - 1] == "unlink"
        assert all(data in (OLD, NEW) for name, data in found.items() if name not in litter), number
        # Nothing was lost, and where the new text is not there yet, trying again is all that is needed.
        if NEW not in found.values():
            write(file)
        assert any(path.read_bytes() == NEW for path in file.parent.rglob("*") if path.is_file())


def test_short_writes_are_gone_on_with(file: Path) -> None:
    with writing(7):
        replaced(file)
    assert file.read_bytes() == NEW


def test_a_disk_that_swallows_what_is_written(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "write", lambda handle, data: len(data))
    with pytest.raises(DiskError, match="only a part of the file was written"):
        replaced(file)
    assert file.read_bytes() == OLD
    assert os.listdir(file.parent) == ["x.md"]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (errno.ENOSPC, "the disk is full; free some room, then resume"),
        (errno.EROFS, "the disk is read-only"),
        (errno.EACCES, "no permission to write here"),
        (errno.EIO, "Input/output error; the old state is whole"),
    ],
)
def test_each_fault_says_what_to_do(file: Path, code: int, told: str) -> None:
    with failing(2, code), pytest.raises(DiskError, match=rf"x\.md:1: {told}"):
        replaced(file)


def test_a_folder_that_is_gone_is_told(file: Path) -> None:
    file.unlink()
    file.parent.rmdir()
    with pytest.raises(DiskError, match="is gone; restore it"):
        replaced(file)


def test_a_failed_sync_is_not_tried_again(file: Path) -> None:
    with failing(0, 0) as disk:
        replaced(file)
    place = disk.made.index("fsync") + 1
    file.write_bytes(OLD)
    with failing(place, errno.EIO) as disk, pytest.raises(DiskError):
        replaced(file)
    assert disk.made.count("fsync") == 1


class TestAPersonSavesMeanwhile:
    """Each way of saving, at the worst moments."""

    @pytest.fixture(autouse=True)
    def _exchanges(self, tmp_path: Path) -> None:
        one, other = tmp_path / "one", tmp_path / "other"
        one.touch()
        other.touch()
        if not name_exchange.exchange_names(one, other):
            pytest.skip("this disk cannot exchange names, so a save between check and rename can be lost")

    MINE = b"mine\n"

    def by_rename(self, path: Path) -> None:
        aside = path.with_name("editor.tmp")
        aside.write_bytes(self.MINE)
        aside.rename(path)

    def in_place(self, path: Path) -> None:
        path.write_bytes(self.MINE)

    def by_backup(self, path: Path) -> None:
        path.rename(path.with_name("x.md~"))
        path.write_bytes(self.MINE)

    @pytest.mark.parametrize("way", ["by_rename", "in_place", "by_backup"])
    @pytest.mark.parametrize("exchanges", [True, False])
    def test_before_the_check(
        self, file: Path, way: str, exchanges: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        aside = atomic._write_temporary

        def late(path: Path, *texts: bytes) -> Path:
            getattr(self, way)(path)
            return aside(path, *texts)

        monkeypatch.setattr(atomic, "_write_temporary", late)
        if not exchanges:
            monkeypatch.setattr(name_exchange, "exchange_names", lambda *names: False)
        with pytest.raises(ChangedError) as changed:
            replaced(file)
        assert changed.value.current == file.read_bytes() == self.MINE

    @pytest.mark.parametrize("way", ["by_rename", "in_place", "by_backup"])
    def test_between_the_check_and_the_exchange(
        self, file: Path, way: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        swap, saves = name_exchange.exchange_names, [way]

        def late(*names: object) -> bool:
            if saves:
                getattr(self, saves.pop())(file)
            return swap(*names)  # type: ignore[arg-type]

        monkeypatch.setattr(name_exchange, "exchange_names", late)
        with pytest.raises(ChangedError) as changed:
            replaced(file)
        assert changed.value.current == file.read_bytes() == self.MINE
        assert not list(file.parent.glob("*.x.md.*.tmp"))

    def test_twice_the_second_time_while_the_first_is_put_back(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        swap, saves = name_exchange.exchange_names, [b"later\n", b"mine\n"]

        def late(*names: object) -> bool:
            if saves:
                file.write_bytes(saves.pop()) if len(saves) == 1 else self._save(file, saves.pop())
            return swap(*names)  # type: ignore[arg-type]

        monkeypatch.setattr(name_exchange, "exchange_names", late)
        with pytest.raises(ChangedError):
            replaced(file)
        assert file.read_bytes() == b"later\n"

    def _save(self, path: Path, data: bytes) -> None:
        aside = path.with_name("editor.tmp")
        aside.write_bytes(data)
        aside.rename(path)

    def test_the_name_is_away_for_a_moment(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        swap = name_exchange.exchange_names

        def gone(*names: object) -> bool:
            file.unlink(missing_ok=True)
            return swap(*names)  # type: ignore[arg-type]

        monkeypatch.setattr(name_exchange, "exchange_names", gone)
        with pytest.raises(ChangedError) as changed:
            replaced(file)
        assert changed.value.current is None

    def test_the_name_is_away_while_a_save_is_put_back(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        swap, moments = name_exchange.exchange_names, ["gone", "saved"]

        def late(*names: object) -> bool:
            moment = moments.pop() if moments else ""
            if moment == "saved":
                self._save(file, self.MINE)
            elif moment == "gone":
                file.unlink()
            return swap(*names)  # type: ignore[arg-type]

        monkeypatch.setattr(name_exchange, "exchange_names", late)
        with pytest.raises(ChangedError) as changed:
            replaced(file)
        assert changed.value.current == file.read_bytes() == self.MINE

    def test_removed_before_the_check(self, file: Path) -> None:
        file.unlink()
        with pytest.raises(ChangedError) as changed:
            replaced(file)
        assert changed.value.current is None


def test_a_new_file_is_not_made_over_another(file: Path) -> None:
    with pytest.raises(ChangedError) as changed:
        write_new(file, NEW)
    assert changed.value.current == OLD
    assert os.listdir(file.parent) == ["x.md"]


def test_a_blob_is_kept_once(tmp_path: Path) -> None:
    name = write_blob(tmp_path / "blobs", b"long")
    before = (tmp_path / "blobs" / name).stat()
    assert write_blob(tmp_path / "blobs", b"long") == name
    assert (tmp_path / "blobs" / name).stat().st_mtime_ns == before.st_mtime_ns


def test_a_read_is_of_one_moment(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stat, saves = os.stat, [b"one", b"two"]

    def late(path: Path) -> os.stat_result:
        if saves:
            file.write_bytes(saves.pop())
        return stat(path)

    monkeypatch.setattr(os, "stat", late)
    assert read_consistent(file) == b"one"


def test_a_file_that_never_stands_still(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stat, count = os.stat, iter(range(1000))

    def late(path: Path) -> os.stat_result:
        file.write_bytes(b"x" * (next(count) + 1))
        return stat(path)

    monkeypatch.setattr(os, "stat", late)
    with pytest.raises(DiskError, match="keeps changing"):
        read_consistent(file)
