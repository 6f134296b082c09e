"""Files opened to be read: regular ones, inside a folder where one is given, and no more than a cap of bytes.

A pipe or a device that stands in a file's place would hang whoever reads it, or never end; a link may lead
to what nobody meant to show. Every reader of files that others can put somewhere opens them here.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

_OPEN = os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_FOLDER = os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)


class NotRegularError(OSError):
    """What stands there is no regular file, or is not inside the folder that it was looked for in."""


def open_regular(path: str | os.PathLike[str], inside: str | os.PathLike[str] | None = None) -> BinaryIO:
    """A regular file, open to be read; with `inside` one that lies in that folder, links followed.

    The path is resolved once and then walked by descriptors without following any link, so a link that is put
    there meanwhile leads nowhere. Raises NotRegularError for a folder, a pipe, a socket or a device, and for
    what lies outside; OSError for what cannot be opened.
    """
    place = os.fspath(path)
    handle = os.open(place, _OPEN) if inside is None else _walk(place, os.fspath(inside))
    try:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISREG(mode):
            raise NotRegularError(errno.EINVAL, f"it is {_kind(mode)} and no file", place)
        os.set_blocking(handle, True)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_regular(
    path: str | os.PathLike[str], most: int, inside: str | os.PathLike[str] | None = None
) -> tuple[bytes, bool]:
    """The first `most` bytes of a regular file, and whether that is all of it; errors as `open_regular`."""
    with open_regular(path, inside) as file:
        data = file.read(most + 1)
    return data[:most], len(data) <= most


def read_text(path: str | os.PathLike[str], most: int) -> str:
    """The whole of a UTF-8 text file with `\\n` at every line's end, as a person's settings and patterns are.

    Raises OSError, also where it is longer than `most` bytes, and UnicodeDecodeError.
    """
    data, whole = read_regular(path, most)
    if not whole:
        raise NotRegularError(errno.EFBIG, f"it is longer than {most} bytes", os.fspath(path))
    return data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def _walk(place: str, folder: str) -> int:
    """A descriptor of what lies at `place` below `folder`, which is opened part by part."""
    root = os.path.realpath(folder)
    real = os.path.realpath(os.path.join(root, place))
    parts = Path(os.path.relpath(real, root)).parts
    if not parts or parts[0] == os.pardir or os.path.isabs(parts[0]):
        raise NotRegularError(errno.EXDEV, f"it lies outside {folder}", place)
    above = os.open(root, _FOLDER)
    try:
        for part in parts[:-1]:
            inner = os.open(part, _FOLDER, dir_fd=above)
            os.close(above)
            above = inner
        return os.open(parts[-1], _OPEN | getattr(os, "O_NOFOLLOW", 0), dir_fd=above)
    finally:
        os.close(above)


def _kind(mode: int) -> str:
    kinds = (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a pipe"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
    )
    return next((name for is_kind, name in kinds if is_kind(mode)), "something else")
