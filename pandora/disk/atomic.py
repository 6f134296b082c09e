"""Replacing a file atomically: write a temporary file, sync it, exchange the names, verify, sync the folder."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from pandora.disk import name_exchange, processes, temporary_files
from pandora.errors import DiskError
from pandora.regular_file import open_regular, size_in_words

LONGEST_SAVE = 64 << 20
"""The most bytes of a file that is compared with what was written: a text that a person saved, or a blob."""


class ChangedError(Exception):
    """The file was not what the writer last read; `current` is what it holds now, None where it is gone.

    `earlier_saves` are texts that others saved just before, which whoever saved `current` had not seen.
    `unread` is a file beside it that holds such a text and could not be read whole yet. `displaced` is a file
    that had the document's name for a moment, with its content: an editor may have it open to write.
    """

    def __init__(self, current: bytes | None, earlier_saves: tuple[bytes, ...] = ()) -> None:
        super().__init__("the file changed meanwhile")
        self.current = current
        self.earlier_saves = earlier_saves
        self.unread: Path | None = None
        self.displaced: tuple[Path, bytes] | None = None


def read_consistent(path: Path, most: int = LONGEST_SAVE) -> bytes:
    """A file's content at one moment: it is read again until nothing changed while reading.

    Raises FileNotFoundError where there is no such file, and DiskError where it changes 50 times or is longer
    than `most` bytes.
    """
    for _ in range(50):
        with open_regular(path) as file:
            before = os.fstat(file.fileno())
            data = _read_open(file.fileno(), before.st_size, most)
        if len(data) > most:
            raise DiskError(f"{path}:1: it is longer than {size_in_words(most)}; cut it down, or move it away")
        try:
            after = os.stat(path)
        except FileNotFoundError:
            continue
        if _same_state(before, after) and len(data) == after.st_size:
            return data
    raise DiskError(f"{path}:1: the file keeps changing while it is read; close what writes it and try again")


def _read_open(handle: int, size: int, most: int) -> bytes:
    """The content of an open file of `size` bytes; it is read to its end where it has grown or shrunk.

    Of a file longer than `most` bytes, a part is returned that is longer than that, too.
    """
    data = os.read(handle, min(size, most) + 1)
    while len(data) != size and len(data) <= most and (more := os.read(handle, 1 << 20)):
        data += more
    return data


def _same_state(a: os.stat_result, b: os.stat_result) -> bool:
    return (a.st_ino, a.st_mtime_ns, a.st_size) == (b.st_ino, b.st_mtime_ns, b.st_size)


def write_new(path: Path, data: bytes) -> None:
    """Make a file that must not exist yet, durably; raises ChangedError where it does."""
    with system_errors(path):
        temporary = _write_temporary(path, data, b"")
        try:
            name_exchange.take_free_name(temporary, path)
        except FileExistsError:
            raise ChangedError(read_consistent(path)) from None
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)
        sync_folder(os.path.dirname(path))


def replace_file(path: Path, data: bytes, expected: bytes) -> Path | None:
    """Replace the content `expected` by `data`; raises ChangedError, and keeps the file, where it differs.

    The names are exchanged, so that the text that had the name can be verified: a save between the check and
    the exchange is not lost. Returns the path where the old text still lies, None where it is gone. The caller
    looks at it again and deletes it, because an editor that writes in place may have opened it just before.
    """
    with system_errors(path):
        temporary = _write_temporary(path, data, expected)
        old: Path | None = None
        try:
            try:
                current: bytes | None = read_consistent(path)
            except FileNotFoundError:
                current = None
            if current != expected:
                raise ChangedError(current)
            _copy_permissions(path, temporary)
            old = _replace_by_exchange(temporary, path, data, expected) or _replace_by_link(
                temporary, path, expected
            )
            sync_folder(os.path.dirname(path))
        except ChangedError as changed:
            if changed.displaced is not None and _open_to_no_writer(temporary):
                changed.displaced = None
            if changed.displaced is None:
                changed.unread = None if delete_temporary(temporary, *changed.earlier_saves) else temporary
            raise
        except BaseException:
            delete_temporary(temporary)
            if old is not None:
                delete_temporary(old)
            raise
        return old


def _open_to_no_writer(path: Path) -> bool:
    """True where nobody has the file open to write, or it is gone."""
    try:
        return processes.written_by_nobody(path) is True
    except FileNotFoundError:
        return True


def _copy_permissions(path: Path, temporary: Path) -> None:
    """Give the temporary file the permissions of the file at `path`."""
    with contextlib.suppress(OSError):
        mode = os.stat(path).st_mode & 0o7777
        if os.stat(temporary).st_mode & 0o7777 != mode:
            os.chmod(temporary, mode)


def delete_temporary(temporary: Path, *saved: bytes) -> bool:
    """Delete a temporary file; False where it stays, because it holds a person's text that is not in `saved`.

    An exchange that was broken off may have left a person's text there; the next `resume` finds it.
    """
    try:
        data = read_consistent(temporary)
        parsed = temporary_files.parse_name(temporary)
        if data in saved or parsed is None or parsed.is_ours(data):
            os.unlink(temporary)
            return True
    except FileNotFoundError:
        return True
    except (OSError, DiskError):
        return False
    return False


def _replace_by_exchange(temporary: Path, path: Path, data: bytes, expected: bytes) -> Path | None:
    """Exchange the two names and verify the text that came out; a person's save gets its name back.

    Returns the path of the old text, None where this disk or system cannot exchange names.
    """
    try:
        if not name_exchange.exchange_names(temporary, path):
            return None
    except FileNotFoundError:
        raise ChangedError(None) from None  # an editor has moved it away and will write it anew
    placed, came_out = data, read_consistent(temporary)
    if came_out == expected:
        return temporary
    earlier_saves: list[bytes] = []
    while True:
        _exchange_or_take(temporary, path)
        displaced = read_consistent(temporary) if temporary.exists() else placed
        if displaced == placed:
            changed = ChangedError(came_out, tuple(earlier_saves))
            changed.displaced = temporary, displaced
            raise changed
        earlier_saves.append(came_out)
        placed, came_out = (
            came_out,
            displaced,
        )  # saved meanwhile, without seeing the other save: it is the newest


def _replace_by_link(temporary: Path, path: Path, expected: bytes) -> Path | None:
    """Where names cannot be exchanged: give the old file a second name, then rename over the first.

    A save in place is found under the second name. A save by rename between the two steps is lost, and
    `pandora doctor` says so. Without hard links the file is only renamed. Returns the second name or None.
    """
    second = temporary_files.finished_name(temporary_files.unfinished_name(path), expected, expected)
    try:
        os.link(path, second)
    except FileNotFoundError:
        raise ChangedError(None) from None
    except OSError as error:
        if error.errno not in name_exchange.UNSUPPORTED:
            raise
        os.replace(temporary, path)
        return None
    try:
        if (content := read_consistent(second)) != expected:
            raise ChangedError(content)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(second)
        raise
    if (content := read_consistent(second)) != expected:
        os.replace(second, path)  # written in place meanwhile: the person's is the newest
        raise ChangedError(content)
    return second


def _exchange_or_take(temporary: Path, path: Path) -> None:
    """Exchange the two names; where nothing has the name `path` at the moment, rename to it."""
    while True:
        try:
            name_exchange.exchange_names(temporary, path)
            return
        except FileNotFoundError:
            with contextlib.suppress(FileExistsError):
                name_exchange.take_free_name(temporary, path)
                return


def write_blob(folder: Path, data: bytes) -> str:
    """Write `data` to a file that is named by its digest, unless it is there; returns the file's name."""
    name = sha256(data).hexdigest()[:32]
    path = folder / name
    with system_errors(path):
        folder.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        with contextlib.suppress(ChangedError):
            write_new(path, data)
    return name


def _write_temporary(path: Path, data: bytes, expected: bytes) -> Path:
    """Write `data` to a synced temporary file beside `path`, whose name `temporary_files.parse_name` reads."""
    part = temporary_files.unfinished_name(path)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(handle, view) :]
        if os.fstat(handle).st_size != len(data):
            raise DiskError(f"{path}:1: only a part of the file was written; check the disk")
        os.fsync(handle)
        temporary = temporary_files.finished_name(part, expected, data)
        os.rename(part, temporary)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(part)
        raise
    finally:
        os.close(handle)
    return temporary


def sync_folder(folder: str | Path) -> None:
    """Sync the names in a folder to disk; raises OSError, and a failure is never tried again."""
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def system_errors(path: Path) -> Iterator[None]:
    """Turn an OSError of the block into a DiskError at `path` that says what to do."""
    try:
        yield
    except (FileNotFoundError, FileExistsError):
        raise DiskError(f"{path}:1: the folder {path.parent} is gone; restore it, then resume") from None
    except OSError as error:
        advice = {
            errno.ENOSPC: "the disk is full; free some room, then resume",
            errno.EDQUOT: "the disk quota is used up; free some room, then resume",
            errno.EROFS: "the disk is read-only; make it writable, then resume",
            errno.EACCES: "no permission to write here; give it, then resume",
            errno.EPERM: "no permission to write here; give it, then resume",
        }.get(
            error.errno or 0,
            f"{os.strerror(error.errno or 0)}; the old state is whole, resume when it is mended",
        )
        raise DiskError(f"{path}:1: {advice}") from error
