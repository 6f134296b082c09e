"""Make temporary folders for programs to write in, and delete them whatever the programs did to them."""

from __future__ import annotations

import os
import secrets
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from pandora.errors import DiskError

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def make(purpose: str) -> Path:
    """Make a new folder that only this user can enter and return its real path; raises DiskError."""
    try:
        return Path(os.path.realpath(tempfile.mkdtemp(prefix=f"pandora-{purpose}-")))
    except OSError as error:
        raise DiskError(f"no temporary folder can be made: {error.strerror}") from error


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
