"""Exchanging two file names, or giving a file a free name, in one step, so that no save is lost between."""

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
"""The error numbers of a system that cannot exchange names, or of a disk without hard links."""


def exchange_names(one: str | Path, other: str | Path, folder: int | None = None) -> bool:
    """Exchange two names, relative to the open `folder` where given; False where this disk or system cannot."""
    return _rename(one, other, folder, _SWAP)


def take_free_name(source: str | Path, name: str | Path, folder: int | None = None) -> None:
    """Rename `source` to `name`, which must be free; raises FileExistsError where it is taken."""
    if _rename(source, name, folder, _NEW):
        return
    try:
        os.link(source, name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    except OSError as error:
        if error.errno not in UNSUPPORTED:
            raise
        # A disk without hard links: look first, then rename, which is not atomic.
        try:
            os.stat(name, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            os.rename(source, name, src_dir_fd=folder, dst_dir_fd=folder)
            return
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(name)) from error
    os.unlink(source, dir_fd=folder)


def _rename(one: str | Path, other: str | Path, folder: int | None, how: int) -> bool:
    """Rename with the flags `how`; False where this disk or system cannot."""
    call = _rename_call()
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
def _rename_call() -> Callable[..., int] | None:
    """The C library's function, looked up once; None where it has none."""
    libc = ctypes.CDLL(None, use_errno=True)
    call = getattr(libc, "renameatx_np" if sys.platform == "darwin" else "renameat2", None)
    if call is not None:
        call.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    return call
