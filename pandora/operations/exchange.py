"""Names in a folder swapped, filled or emptied in one step, so that nobody's save can be lost between two."""

from __future__ import annotations

import ctypes
import errno
import os
import sys

_SWAP = 2  # RENAME_EXCHANGE of renameat2, and RENAME_SWAP of macOS's renameatx_np
_UNSUPPORTED = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EPERM, errno.EMLINK)


def swap(folder: int, one: str, other: str) -> bool:
    """Exchange two names of the open `folder`; False where this disk or system cannot."""
    libc = ctypes.CDLL(None, use_errno=True)
    name = "renameatx_np" if sys.platform == "darwin" else "renameat2"
    call = getattr(libc, name, None)
    if call is None:
        return False
    if call(folder, os.fsencode(one), folder, os.fsencode(other), ctypes.c_uint(_SWAP)) == 0:
        return True
    number = ctypes.get_errno()
    if number in _UNSUPPORTED:
        return False
    raise OSError(number, os.strerror(number))


def fill(folder: int, source: str, name: str) -> None:
    """Give `source` the free name `name`; FileExistsError where somebody took it."""
    try:
        os.link(source, name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
        # A disk without hard links: what is left is to look first.
        try:
            os.stat(name, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            os.rename(source, name, src_dir_fd=folder, dst_dir_fd=folder)
            return
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), name) from error
    os.unlink(source, dir_fd=folder)
