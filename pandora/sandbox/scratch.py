"""Temporary folders that programs write in, and how they are got rid of whatever was done to them."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from pandora.errors import DiskError


def make(purpose: str) -> Path:
    """A new folder that only this user can enter, by its real path."""
    try:
        return Path(os.path.realpath(tempfile.mkdtemp(prefix=f"pandora-{purpose}-")))
    except OSError as error:
        raise DiskError(f"no temporary folder can be made: {error.strerror}") from error


def regain(folder: Path) -> None:
    """Take back the rights to what is in `folder` that a program took away."""
    for path, folders, files in os.walk(folder):
        for name in (*folders, *files):
            inner = os.path.join(path, name)
            with suppress(OSError):
                mode = os.lstat(inner).st_mode
                wanted = 0o700 if stat.S_ISDIR(mode) else 0o600
                # Not through a link: what it leads to is not ours to change.
                if not stat.S_ISLNK(mode) and mode & wanted != wanted:
                    os.chmod(inner, stat.S_IMODE(mode) | wanted)


def discard(folder: Path) -> None:
    """Delete `folder` and all in it."""
    regain(folder)
    shutil.rmtree(folder, ignore_errors=True)
