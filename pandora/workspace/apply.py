"""Apply changes to the workspace: each file completely or not at all, and never over a person's newer edit."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from pandora.disk import name_exchange
from pandora.errors import DiskError, PandoraError, RefusedError
from pandora.workspace.change import Change
from pandora.workspace.paths import printable_path, resolve

PLACE_ERRNOS = (
    *(errno.EACCES, errno.EPERM, errno.ELOOP, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG, errno.EINVAL),
    *(errno.ENXIO, errno.ETXTBSY, errno.EBUSY, errno.EMLINK),
)
"""Error numbers that concern one path only (RefusedError); all others are the disk's (DiskError)."""


def apply(changes: Sequence[Change], workspace: Path, protected: Sequence[str]) -> list[str]:
    """Apply the changes and return their paths; a change that is already in place is skipped.

    All changes are checked before the first is applied. Raises RefusedError if a path is not allowed, or if
    a file's content is not the one that the change was made from. Raises DiskError if the disk is full or
    broken; no file is then half written.
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
    """Return whether the change is still to be made; RefusedError if `digest` is neither old nor new."""
    if digest == _new_digest(change):
        return False
    if digest != change.before:
        raise _changed_meanwhile(change)
    return True


def _new_digest(change: Change) -> str:
    """Return the SHA-256 of the file after the change, or "" if the change removes the file."""
    return "" if change.content is None else hashlib.sha256(change.content).hexdigest()


def _replace_file(change: Change, content: bytes, folder: int, name: str) -> None:
    part, temporary = _temporary_names(change, name)
    try:
        _write(folder, part, content, _permissions(folder, name) if change.before else None)
        os.rename(part, temporary, src_dir_fd=folder, dst_dir_fd=folder)
        if not change.before:
            name_exchange.take_free_name(temporary, name, folder)
        elif name_exchange.exchange_names(temporary, name, folder):
            if _digest(folder, temporary) != change.before:  # a save came between check and swap
                name_exchange.exchange_names(temporary, name, folder)
                raise _changed_meanwhile(change)
        else:
            _needs_change(change, _digest(folder, name))
            os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    finally:
        _clear_temporaries(change, folder, name)


def _remove(change: Change, folder: int, name: str) -> None:
    """Rename the file, check the digest of what was renamed, and only then delete it."""
    _, temporary = _temporary_names(change, name)
    os.rename(name, temporary, src_dir_fd=folder, dst_dir_fd=folder)
    if _digest(folder, temporary) != change.before:
        name_exchange.take_free_name(temporary, name, folder)
        raise _changed_meanwhile(change)
    os.unlink(temporary, dir_fd=folder)


def _temporary_names(change: Change, name: str) -> tuple[str, str]:
    """Return the names of a change's two temporary files: the one being written and the complete one.

    The names depend only on the change, so that applying it again after an interruption finds its leftovers.
    """
    mark = f".{name[:100]}.{hashlib.sha256(f'{change.before} {_new_digest(change)}'.encode()).hexdigest()[:12]}"
    return f"{mark}.part", f"{mark}.tmp"


def _clear_temporaries(change: Change, folder: int | None, name: str) -> None:
    """Delete the temporary files that an interrupted change left.

    If the complete one holds what somebody else saved meanwhile, that content gets its name back; raises
    RefusedError if it cannot.
    """
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
        name_exchange.take_free_name(temporary, name, folder)
    except FileExistsError:
        if _digest(folder, name) != _new_digest(change) or not name_exchange.exchange_names(
            temporary, name, folder
        ):
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
    """Return the SHA-256 of a plain file, or "" if it does not exist; symbolic links are not followed.

    Raises OSError if it is not a plain file or has more than `names` hard links.
    """
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
    """Yield a descriptor of the folder `inner`, opened without following any link; None if it is missing."""
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
    return RefusedError(
        f"{printable_path(change.path)}: somebody changed it while the run worked; it stays as it is now"
    )
