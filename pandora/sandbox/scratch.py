"""Make temporary folders for programs to write in, and delete them whatever the programs did to them.

A folder is locked by the process that made it. So one that can be locked was left by a process that was killed.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import secrets
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from pandora.errors import DiskError

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_NAME = re.compile(r"pandora-scratch-(?P<mark>[0-9a-f]{16}|none)-[a-z]+-[0-9a-f]{16}")
_NO_WORKSPACE = "none"
_locks: dict[str, int] = {}
"""The descriptors by which this process holds the locks of its folders."""


def make(purpose: str, workspace: Path | None = None, like: Path | None = None) -> Path:
    """Make a new folder that only this user can enter and return its real path; raises DiskError.

    Its name says for which `workspace` it is, so that `abandoned` finds it. Where `like` is in such a folder,
    the new one is for the same workspace.
    """
    mark = _mark(workspace) if workspace else _mark_in(like)
    try:
        top = Path(os.path.realpath(tempfile.gettempdir()))
        # Nobody takes it for an abandoned one before it is locked: until then it has another name.
        unlocked = tempfile.mkdtemp(prefix=".pandora-", dir=top)
        folder = top / f"pandora-scratch-{mark}-{purpose}-{secrets.token_hex(8)}"
        descriptor = os.open(unlocked, _FOLDER)
        with suppress(OSError):  # a disk without locks: then nobody can lock it later, either
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        os.rename(unlocked, folder)
    except OSError as error:
        problem = f"no temporary folder can be made: {error.strerror}"
        raise DiskError(f"{problem}; set TMPDIR to a folder with room that can be written to") from error
    _locks[str(folder)] = descriptor
    return folder


def abandoned(workspace: Path) -> list[Path]:
    """Return the folders that processes of this user, which are gone, left of their work for `workspace`."""
    left = []
    with suppress(OSError), os.scandir(os.path.realpath(tempfile.gettempdir())) as entries:
        for entry in entries:
            name = _NAME.fullmatch(entry.name)
            if name and name["mark"] == _mark(workspace) and _is_free(entry.path):
                left.append(Path(entry.path))
    return sorted(left)


def discard_abandoned(workspace: Path) -> None:
    """Delete the folders that `abandoned` returns."""
    for folder in abandoned(workspace):
        discard(folder)


def _mark(workspace: Path) -> str:
    return hashlib.sha256(os.fsencode(os.path.realpath(workspace))).hexdigest()[:16]


def _mark_in(path: Path | None) -> str:
    names = (_NAME.fullmatch(part) for part in (path.parts if path else ()))
    return next((name["mark"] for name in names if name), _NO_WORKSPACE)


def _is_free(folder: str) -> bool:
    """Return whether `folder` is this user's, and no living process holds its lock."""
    try:
        descriptor = os.open(folder, _FOLDER)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.fstat(descriptor).st_uid == os.geteuid()
    except OSError:
        return False
    finally:
        os.close(descriptor)


def regain(folder: Path) -> None:
    """Make all that is in `folder` readable and writable again, where a program took those rights away.

    What lies deeper than a path can reach is skipped.
    """
    waiting = [str(folder)]
    while waiting:
        path = waiting.pop()
        try:
            names = os.listdir(path)
        except OSError:
            continue
        for name in names:
            inner = os.path.join(path, name)
            with suppress(OSError):
                mode = os.lstat(inner).st_mode
                rights = 0o700 if stat.S_ISDIR(mode) else 0o600
                # Not through a link: what it leads to is not ours to change.
                if not stat.S_ISLNK(mode) and mode & rights != rights:
                    os.chmod(inner, stat.S_IMODE(mode) | rights)
                if stat.S_ISDIR(mode):
                    waiting.append(inner)


def discard(folder: Path) -> None:
    """Delete `folder` and all in it, even where it is deeper than a path can reach; ignores any OSError."""
    lock = _locks.pop(str(folder), None)
    if lock is not None:
        os.close(lock)
    with suppress(OSError):
        os.chmod(folder, 0o700)
        top = os.open(folder, _FOLDER)
        try:
            _empty(top)
        finally:
            os.close(top)
        os.rmdir(folder)


def _empty(top: int) -> None:
    """Delete all that is in the open folder `top`.

    Inner folders are first moved up into `top`, so that no path gets long.
    """
    mark, count = secrets.token_hex(8), 0
    waiting = os.listdir(top)
    while waiting:
        name = waiting.pop()
        with suppress(OSError):
            if not _is_folder(name, top):
                os.unlink(name, dir_fd=top)
                continue
            inner = os.open(name, _FOLDER, dir_fd=top)
            try:
                for entry in os.listdir(inner):
                    if _is_folder(entry, inner):
                        count += 1
                        os.rename(entry, f"{mark}-{count}", src_dir_fd=inner, dst_dir_fd=top)
                        waiting.append(f"{mark}-{count}")
                    else:
                        os.unlink(entry, dir_fd=inner)
            finally:
                os.close(inner)
            os.rmdir(name, dir_fd=top)


def _is_folder(name: str, above: int) -> bool:
    """Tell whether `name` in the open folder `above` is a folder; if so, give the user all rights to it."""
    if not stat.S_ISDIR(os.stat(name, dir_fd=above, follow_symlinks=False).st_mode):
        return False
    os.chmod(name, 0o700, dir_fd=above)
    return True
