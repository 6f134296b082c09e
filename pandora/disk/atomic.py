"""One file replaced whole: written aside, synced, exchanged, verified, and the folder synced."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from pandora.disk import exchange
from pandora.errors import DiskError


class ChangedError(Exception):
    """The file was not what the writer last read; `found` is what it holds now."""

    def __init__(self, found: bytes | None) -> None:
        super().__init__("the file changed meanwhile")
        self.found = found


def read_stable(path: Path) -> bytes:
    """A file's content, read again until nothing changed while reading; FileNotFoundError as usual."""
    for _ in range(50):
        with open(path, "rb") as handle:
            before = os.fstat(handle.fileno())
            data = handle.read()
        try:
            after = os.stat(path)
        except FileNotFoundError:
            continue
        if _same(before, after) and len(data) == after.st_size:
            return data
    raise DiskError(f"{path}:1: the file keeps changing while it is read; close what writes it and try again")


def _same(a: os.stat_result, b: os.stat_result) -> bool:
    return (a.st_ino, a.st_mtime_ns, a.st_size) == (b.st_ino, b.st_mtime_ns, b.st_size)


def write_new(path: Path, data: bytes) -> None:
    """Make a file that must not exist yet, durably; raises ChangedError where it does."""
    with _translated(path):
        temporary = _write_aside(path, data)
        try:
            exchange.fill(temporary, path)
        except FileExistsError:
            raise ChangedError(read_stable(path)) from None
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)
        _sync_folder(path.parent)


def replace_file(path: Path, data: bytes, expected: bytes) -> None:
    """Put `data` where `expected` stands; raises ChangedError, keeping the other text, where it does not.

    The names are exchanged, so what came out can be verified: nobody's save between the check and the
    exchange is lost. See `specs` of the state folder's README for the promise.
    """
    with _translated(path):
        temporary = _write_aside(path, data)
        try:
            try:
                found: bytes | None = read_stable(path)
            except FileNotFoundError:
                found = None
            if found != expected:
                raise ChangedError(found)
            with contextlib.suppress(OSError):
                os.chmod(temporary, os.stat(path).st_mode & 0o7777)
            if not _swapped(temporary, path, data, expected):
                os.replace(temporary, path)
            _sync_folder(path.parent)
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)


def _swapped(temporary: Path, path: Path, data: bytes, expected: bytes) -> bool:
    """Exchange the two and verify what came out; a person's save is given its name back.

    False where names cannot be exchanged here.
    """
    try:
        if not exchange.swap(temporary, path):
            return False
    except FileNotFoundError:
        raise ChangedError(None) from None  # an editor has moved it away and will write it anew
    placed, held = data, read_stable(temporary)
    if held == expected:
        return True
    while True:
        _take_turns(temporary, path)
        taken = read_stable(temporary) if temporary.exists() else placed
        if taken == placed:
            raise ChangedError(held)
        placed, held = held, taken  # somebody saved once more meanwhile: that is the newest


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
    with _translated(path):
        folder.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        with contextlib.suppress(ChangedError):
            write_new(path, data)
    return name


def _write_aside(path: Path, data: bytes) -> Path:
    temporary = path.parent / f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}.tmp"
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(handle, view) :]
        if os.fstat(handle).st_size != len(data):
            raise DiskError(f"{path}:1: the write came out short; check the disk")
        os.fsync(handle)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    finally:
        os.close(handle)
    return temporary


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def _translated(path: Path) -> Iterator[None]:
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
