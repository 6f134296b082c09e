"""Files opened to be read: regular ones, inside a folder where one is given, and no more than a cap of bytes.

A pipe or a device that stands in a file's place would hang whoever reads it, or never end; a link may lead
to what nobody meant to show. Every reader of files that others can put somewhere opens them here.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from io import BufferedReader

_OPEN = os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_FOLDER = os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_DIRECTORY", 0) | _NO_LINK
_NOT_OPENED = (errno.ENXIO, errno.ENODEV, errno.EOPNOTSUPP)
"""What the system says where a socket, or a device without a driver, is opened as a file."""


class NotRegularError(OSError):
    """What stands there is no regular file, or is not inside the folder that it was looked for in."""


def open_regular(
    path: str | os.PathLike[str], inside: str | os.PathLike[str] | None = None, links: bool = True
) -> BufferedReader:
    """A regular file, open to be read; with `inside` one that lies in that folder, links followed.

    The path is resolved once and then walked by descriptors without following any link, so a link that is put
    there meanwhile leads nowhere. Without `links` a link in the path, or at its end where no folder is given,
    is refused. Raises NotRegularError for a folder, a pipe, a socket or a device, and for what lies outside;
    OSError for what cannot be opened.
    """
    place = os.fspath(path)
    try:
        if inside is None:
            handle = os.open(place, _OPEN if links else _OPEN | _NO_LINK)
        else:
            handle = _walk(place, os.fspath(inside), links)
    except OSError as error:
        if error.errno in _NOT_OPENED:
            raise NotRegularError(errno.EINVAL, "it is a socket or a device and no file", place) from None
        raise
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
    path: str | os.PathLike[str],
    most: int,
    inside: str | os.PathLike[str] | None = None,
    links: bool = True,
) -> tuple[bytes, bool]:
    """The first `most` bytes of a regular file, and whether that is all of it; errors as `open_regular`."""
    with open_regular(path, inside, links) as file:
        data = file.read(most + 1)
    return data[:most], len(data) <= most


def read_whole(
    path: str | os.PathLike[str],
    most: int,
    inside: str | os.PathLike[str] | None = None,
    links: bool = True,
) -> bytes:
    """The whole of a regular file; raises OSError, also where it is longer than `most` bytes."""
    data, whole = read_regular(path, most, inside, links)
    if not whole:
        raise NotRegularError(errno.EFBIG, f"it is longer than {size_in_words(most)}", os.fspath(path))
    return data


def read_text(path: str | os.PathLike[str], most: int, inside: str | os.PathLike[str] | None = None) -> str:
    """The whole of a UTF-8 text file with `\\n` at every line's end, as a person's settings and patterns are.

    Raises OSError, also where it is longer than `most` bytes, and UnicodeDecodeError.
    """
    return read_whole(path, most, inside).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def digest_regular(
    path: str | os.PathLike[str], inside: str | os.PathLike[str] | None = None, links: bool = True
) -> str:
    """The SHA-256 of a regular file of any length, in hexadecimal; errors as `open_regular`."""
    with open_regular(path, inside, links) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def open_own(path: str | os.PathLike[str], flags: int) -> int:
    """A descriptor of a regular file that the engine itself writes, such as a lock; `flags` as for `os.open`.

    A link that somebody put in its place is not followed, so nothing is written elsewhere. Raises
    NotRegularError, and OSError for what cannot be opened.
    """
    place = os.fspath(path)
    handle = os.open(place, flags | os.O_CLOEXEC | _NO_LINK | getattr(os, "O_NONBLOCK", 0), 0o644)
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        raise NotRegularError(errno.EINVAL, f"it is {_kind(mode)} and no file", place)
    return handle


def delete_link(path: str | os.PathLike[str]) -> None:
    """Delete a link in the place of a database of the engine's own, which would be opened through it.

    Raises OSError where it cannot be deleted.
    """
    if os.path.islink(path):
        os.unlink(path)


def size_in_words(count: int) -> str:
    """A number of bytes as errors show it."""
    if count >= 1 << 20:
        return f"{count >> 20} MiB"
    return f"{count >> 10} KiB" if count >= 1024 else f"{count} bytes"


def _walk(place: str, folder: str, links: bool) -> int:
    """A descriptor of what lies at `place` below `folder`, which is opened part by part."""
    if links or os.path.isabs(place):
        root = os.path.realpath(folder)
        whole = os.path.join(root, place)
        inner_path = os.path.relpath(os.path.realpath(whole) if links else whole, root)
    else:
        root, inner_path = folder, os.path.normpath(place)
    parts = inner_path.split(os.sep)
    if parts[0] in ("", os.curdir, os.pardir) or os.path.isabs(inner_path):
        raise NotRegularError(errno.EXDEV, f"it lies outside {folder}", place)
    above = os.open(root, _FOLDER & ~_NO_LINK)
    try:
        for part in parts[:-1]:
            inner = os.open(part, _FOLDER, dir_fd=above)
            os.close(above)
            above = inner
        return os.open(parts[-1], _OPEN | _NO_LINK, dir_fd=above)
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
