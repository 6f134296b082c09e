"""Names swapped, or given to a file, in one step: nobody's save can be lost between two."""

from __future__ import annotations

import ctypes
import errno
import functools
import os
import sys
from collections.abc import Callable
from pathlib import Path

_SWAP = 2  # RENAME_EXCHANGE of renameat2, and RENAME_SWAP of macOS's renameatx_np
_NEW = 4 if sys.platform == "darwin" else 1  # RENAME_EXCL, RENAME_NOREPLACE
_HERE = -2 if sys.platform == "darwin" else -100  # AT_FDCWD
UNSUPPORTED = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EPERM, errno.EMLINK)
"""What a system says that cannot exchange names, or a disk without hard links."""


def swap(one: str | Path, other: str | Path, folder: int | None = None) -> bool:
    """Exchange two names, in the open `folder` where it is given; False where this disk or system cannot."""
    return _renamed(one, other, folder, _SWAP)


def fill(source: str | Path, name: str | Path, folder: int | None = None) -> None:
    """Give `source` the free name `name`; FileExistsError where somebody took it."""
    if _renamed(source, name, folder, _NEW):
        return
    try:
        os.link(source, name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    except OSError as error:
        if error.errno not in UNSUPPORTED:
            raise
        # A disk without hard links: what is left is to look first.
        try:
            os.stat(name, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            os.rename(source, name, src_dir_fd=folder, dst_dir_fd=folder)
            return
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(name)) from error
    os.unlink(source, dir_fd=folder)


def _renamed(one: str | Path, other: str | Path, folder: int | None, how: int) -> bool:
    """Rename in that way; False where this disk or system cannot."""
    call = _call()
    if call is None:
        return False
    at = _HERE if folder is None else folder
    while call(at, os.fsencode(one), at, os.fsencode(other), how) != 0:
        number = ctypes.get_errno()
        if number in UNSUPPORTED:
            return False
        if number != errno.EINTR:
            raise OSError(number, os.strerror(number), str(other))
    return True


@functools.cache
def _call() -> Callable[..., int] | None:
    """The system's call, looked up once; None where this C library has none."""
    libc = ctypes.CDLL(None, use_errno=True)
    call = getattr(libc, "renameatx_np" if sys.platform == "darwin" else "renameat2", None)
    if call is not None:
        call.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    return call
