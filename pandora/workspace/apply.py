"""Changes put into the workspace: each file whole or not at all, never over what a person wrote meanwhile."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from pandora.disk import exchange
from pandora.errors import DiskError, PandoraError, RefusedError
from pandora.workspace.change import Change
from pandora.workspace.paths import printable_path, resolve

PLACE_ERRNOS = (
    *(errno.EACCES, errno.EPERM, errno.ELOOP, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG, errno.EINVAL),
    *(errno.ENXIO, errno.ETXTBSY, errno.EBUSY, errno.EMLINK),
)
"""What another file would not have met; every other error is the disk's, and mended the run goes on."""


def apply(changes: Sequence[Change], workspace: Path, protected: Sequence[str]) -> list[str]:
    """Make the changes and return their paths; one that is there already is left as it is.

    All are checked before the first is made. RefusedError: a place is not allowed, or the file is not
    what the change was made from. DiskError: the disk is full or broken; the file at hand is whole.
    """
    root = Path(os.path.realpath(workspace))
    places = [resolve(change.path, root, protected, write=True).relative_to(root) for change in changes]
    for change, place in zip(changes, places, strict=True):
        with _errors_of(change), _open_folder(root, place.parent, make=False) as folder:
            _clear_temporaries(change, folder, place.name)
            _needs_change(change, _digest(folder, place.name))
    for change, place in zip(changes, places, strict=True):
        with _errors_of(change), _open_folder(root, place.parent, make=change.content is not None) as folder:
            if not _needs_change(change, _digest(folder, place.name)):
                continue
            assert folder is not None
            if change.content is None:
                _remove(change, folder, place.name)
            else:
                _replace_file(change, change.content, folder, place.name)
            os.fsync(folder)
    return [change.path for change in changes]


def _needs_change(change: Change, digest: str) -> bool:
    """Whether there is still something to do; refuses where the file is neither old nor new."""
    if digest == _new_digest(change):
        return False
    if digest != change.before:
        raise _changed_meanwhile(change)
    return True


def _new_digest(change: Change) -> str:
    """The digest of the file as the change makes it; "" where it goes."""
    return "" if change.content is None else hashlib.sha256(change.content).hexdigest()


def _replace_file(change: Change, content: bytes, folder: int, name: str) -> None:
    part, temporary = _temporary_names(change, name)
    try:
        _write(folder, part, content, _permissions(folder, name) if change.before else None)
        os.rename(part, temporary, src_dir_fd=folder, dst_dir_fd=folder)
        if not change.before:
            exchange.take_free_name(temporary, name, folder)
        elif exchange.exchange_names(temporary, name, folder):
            if _digest(folder, temporary) != change.before:  # a save came between check and swap
                exchange.exchange_names(temporary, name, folder)
                raise _changed_meanwhile(change)
        else:
            _needs_change(change, _digest(folder, name))
            os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    finally:
        _clear_temporaries(change, folder, name)


def _remove(change: Change, folder: int, name: str) -> None:
    """Move the file aside, look at what was moved, and only then delete it."""
    _, temporary = _temporary_names(change, name)
    os.rename(name, temporary, src_dir_fd=folder, dst_dir_fd=folder)
    if _digest(folder, temporary) != change.before:
        exchange.take_free_name(temporary, name, folder)
        raise _changed_meanwhile(change)
    os.unlink(temporary, dir_fd=folder)


def _temporary_names(change: Change, name: str) -> tuple[str, str]:
    """The names beside a file under which a change is made: unfinished, and whole.

    They are the change's own, so that doing it again finds what was left where it was broken off.
    """
    mark = f".{name[:100]}.{hashlib.sha256(f'{change.before} {_new_digest(change)}'.encode()).hexdigest()[:12]}"
    return f"{mark}.part", f"{mark}.tmp"


def _clear_temporaries(change: Change, folder: int | None, name: str) -> None:
    """Take away what a change left that was broken off; what somebody saved meanwhile gets its name back."""
    if folder is None:
        return
    part, temporary = _temporary_names(change, name)
    with suppress(FileNotFoundError):
        os.unlink(part, dir_fd=folder)
    try:
        digest = _digest(folder, temporary, names=2)
    except FileNotFoundError:
        return
    if digest in ("", change.before, _new_digest(change)):
        with suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=folder)
        return
    try:
        exchange.take_free_name(temporary, name, folder)
    except FileExistsError:
        if _digest(folder, name) != _new_digest(change) or not exchange.exchange_names(temporary, name, folder):
            raise _changed_meanwhile(change) from None
        os.unlink(temporary, dir_fd=folder)


def _write(folder: int, name: str, content: bytes, mode: int | None) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    with open(os.open(name, flags, 0o666, dir_fd=folder), "wb") as file:
        file.write(content)
        file.flush()
        if mode is not None:
            os.fchmod(file.fileno(), mode)
        os.fsync(file.fileno())


def _permissions(folder: int, name: str) -> int:
    return os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode & 0o777


def _digest(folder: int | None, name: str, names: int = 1) -> str:
    """The digest of a plain file with at most so many names, "" where there is none; links are not followed."""
    if folder is None:
        return ""
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    except FileNotFoundError:
        return ""
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode) or status.st_nlink > names:
        os.close(descriptor)
        raise OSError(errno.ELOOP, "not a plain file with one name")
    with open(descriptor, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _open_folder(root: Path, inner: Path, *, make: bool) -> Iterator[int | None]:
    """The folder, opened name by name so that a link put in the way is not followed; None: not there."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
    folder = os.open(root, flags)
    try:
        for name in inner.parts:
            if make:
                with suppress(FileExistsError):
                    os.mkdir(name, dir_fd=folder)
                    os.fsync(folder)
            try:
                deeper = os.open(name, flags, dir_fd=folder)
            except FileNotFoundError:
                yield None
                return
            os.close(folder)
            folder = deeper
        yield folder
    finally:
        os.close(folder)


@contextmanager
def _errors_of(change: Change) -> Iterator[None]:
    try:
        yield
    except PandoraError:
        raise
    except (FileExistsError, FileNotFoundError) as error:
        raise _changed_meanwhile(change) from error
    except OSError as error:
        kind = RefusedError if error.errno in PLACE_ERRNOS else DiskError
        raise kind(f"{printable_path(change.path)}: not written: {error.strerror}") from error


def _changed_meanwhile(change: Change) -> RefusedError:
    return RefusedError(f"{printable_path(change.path)}: changed meanwhile; it stays as it is now")
