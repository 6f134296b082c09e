"""One file replaced whole: written aside, synced, exchanged, verified, and the folder synced."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from pandora.disk import exchange, processes, temporary_files
from pandora.errors import DiskError
from pandora.regular_file import open_regular


class ChangedError(Exception):
    """The file was not what the writer last read; `found` is what it holds now, None where it is gone.

    `also` has what was saved just before that by somebody whom the one who saved `found` did not see, and
    `left` is a file beside it that holds such a text and could not be read whole yet. `shown` is one that bore
    the document's name for a moment, and what it holds: somebody may have it open to write.
    """

    def __init__(self, found: bytes | None, also: tuple[bytes, ...] = ()) -> None:
        super().__init__("the file changed meanwhile")
        self.found = found
        self.also = also
        self.left: Path | None = None
        self.shown: tuple[Path, bytes] | None = None


def read_stable(path: Path) -> bytes:
    """A file's content, read again until nothing changed while reading; FileNotFoundError as usual."""
    for _ in range(50):
        with open_regular(path) as file:
            before = os.fstat(file.fileno())
            data = _whole(file.fileno(), before.st_size)
        try:
            after = os.stat(path)
        except FileNotFoundError:
            continue
        if _same(before, after) and len(data) == after.st_size:
            return data
    raise DiskError(f"{path}:1: the file keeps changing while it is read; close what writes it and try again")


def _whole(handle: int, size: int) -> bytes:
    """What an open file holds: in one read where it is as long as it should be, else to its end."""
    data = os.read(handle, size + 1)
    while len(data) != size and (more := os.read(handle, 1 << 20)):
        data += more
    return data


def _same(a: os.stat_result, b: os.stat_result) -> bool:
    return (a.st_ino, a.st_mtime_ns, a.st_size) == (b.st_ino, b.st_mtime_ns, b.st_size)


def write_new(path: Path, data: bytes) -> None:
    """Make a file that must not exist yet, durably; raises ChangedError where it does."""
    with translated(path):
        temporary = _write_aside(path, data, b"")
        try:
            exchange.fill(temporary, path)
        except FileExistsError:
            raise ChangedError(read_stable(path)) from None
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)
        sync_folder(os.path.dirname(path))


def replace_file(path: Path, data: bytes, expected: bytes) -> Path | None:
    """Put `data` where `expected` stands; raises ChangedError, keeping the other text, where it does not.

    The names are exchanged, so what came out can be verified: nobody's save between the check and the
    exchange is lost. Returns the name under which the old text still lies, for the caller to look at again
    and delete: an editor that writes in place may have opened it just before. None where it is gone.
    """
    with translated(path):
        temporary = _write_aside(path, data, expected)
        old: Path | None = None
        try:
            try:
                found: bytes | None = read_stable(path)
            except FileNotFoundError:
                found = None
            if found != expected:
                raise ChangedError(found)
            _as_open_as(path, temporary)
            old = _swapped(temporary, path, data, expected) or _linked(temporary, path, expected)
            sync_folder(os.path.dirname(path))
        except ChangedError as changed:
            if changed.shown is not None and _closed(temporary):
                changed.shown = None
            if changed.shown is None:
                changed.left = None if discard(temporary, *changed.also) else temporary
            raise
        except BaseException:
            discard(temporary)
            if old is not None:
                discard(old)
            raise
        return old


def _closed(path: Path) -> bool:
    """True where nobody has the file open to write, or it is gone."""
    try:
        return processes.written_by_nobody(path) is True
    except FileNotFoundError:
        return True


def _as_open_as(path: Path, temporary: Path) -> None:
    """Give the text aside the document's own permissions, where they are others."""
    with contextlib.suppress(OSError):
        wanted = os.stat(path).st_mode & 0o7777
        if os.stat(temporary).st_mode & 0o7777 != wanted:
            os.chmod(temporary, wanted)


def discard(temporary: Path, *kept: bytes) -> bool:
    """Delete a file that was written aside; False where it stays, for it holds a person's text not in `kept`.

    An exchange that broke off half-way may have left such a one; the next `resume` finds it.
    """
    try:
        data = read_stable(temporary)
        whole = temporary_files.aside(temporary)
        if data in kept or whole is None or whole.is_ours(data):
            os.unlink(temporary)
            return True
    except FileNotFoundError:
        return True
    except (OSError, DiskError):
        return False
    return False


def _swapped(temporary: Path, path: Path, data: bytes, expected: bytes) -> Path | None:
    """Exchange the two and verify what came out; a person's save is given its name back.

    None where names cannot be exchanged here.
    """
    try:
        if not exchange.swap(temporary, path):
            return None
    except FileNotFoundError:
        raise ChangedError(None) from None  # an editor has moved it away and will write it anew
    placed, held = data, read_stable(temporary)
    if held == expected:
        return temporary
    also: list[bytes] = []
    while True:
        _take_turns(temporary, path)
        taken = read_stable(temporary) if temporary.exists() else placed
        if taken == placed:
            changed = ChangedError(held, tuple(also))
            changed.shown = temporary, taken
            raise changed
        also.append(held)
        placed, held = held, taken  # somebody saved meanwhile, and saw not what was held: that is the newest


def _linked(temporary: Path, path: Path, expected: bytes) -> Path | None:
    """Where names cannot be exchanged: keep a second name of the old file, then rename over the first.

    A save in place is found under the second name; one by rename in the very moment between is lost, and
    `pandora doctor` says so. Without hard links nothing is left but to rename.
    """
    second = temporary_files.finished(temporary_files.unfinished(path), expected, expected)
    try:
        os.link(path, second)
    except FileNotFoundError:
        raise ChangedError(None) from None
    except OSError as error:
        if error.errno not in exchange.UNSUPPORTED:
            raise
        os.replace(temporary, path)
        return None
    try:
        if (held := read_stable(second)) != expected:
            raise ChangedError(held)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(second)
        raise
    if (held := read_stable(second)) != expected:
        os.replace(second, path)  # written in place meanwhile: the person's is the newest
        raise ChangedError(held)
    return second


def _take_turns(temporary: Path, path: Path) -> None:
    """Exchange the two; where the name is free for a moment, just take it."""
    while True:
        try:
            exchange.swap(temporary, path)
            return
        except FileNotFoundError:
            with contextlib.suppress(FileExistsError):
                exchange.fill(temporary, path)
                return


def write_blob(folder: Path, data: bytes) -> str:
    """Keep `data` once under its digest; returns the file's name."""
    name = sha256(data).hexdigest()[:32]
    path = folder / name
    with translated(path):
        folder.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        with contextlib.suppress(ChangedError):
            write_new(path, data)
    return name


def _write_aside(path: Path, data: bytes, expected: bytes) -> Path:
    """The text whole and synced beside `path`, under a name that tells what it is (see `aside`)."""
    part = temporary_files.unfinished(path)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(handle, view) :]
        if os.fstat(handle).st_size != len(data):
            raise DiskError(f"{path}:1: the write came out short; check the disk")
        os.fsync(handle)
        temporary = temporary_files.finished(part, expected, data)
        os.rename(part, temporary)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(part)
        raise
    finally:
        os.close(handle)
    return temporary


def sync_folder(folder: str | Path) -> None:
    """Have the disk keep the folder's names; a failure is never tried again."""
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def translated(path: Path) -> Iterator[None]:
    """Errors of the system as a DiskError that says what to do."""
    try:
        yield
    except (FileNotFoundError, FileExistsError):
        raise DiskError(f"{path}:1: the folder {path.parent} is gone; restore it, then resume") from None
    except OSError as error:
        told = {
            errno.ENOSPC: "the disk is full; free some room, then resume",
            errno.EDQUOT: "the disk quota is used up; free some room, then resume",
            errno.EROFS: "the disk is read-only; make it writable, then resume",
            errno.EACCES: "no permission to write here; give it, then resume",
            errno.EPERM: "no permission to write here; give it, then resume",
        }.get(
            error.errno or 0,
            f"{os.strerror(error.errno or 0)}; the old state is whole, resume when it is mended",
        )
        raise DiskError(f"{path}:1: {told}") from error
