"""The raw Linux calls that Python has no function for; each raises OSError where the kernel says no."""

from __future__ import annotations

import ctypes
import os

NEW_USER = 0x10000000
NEW_NETWORK = 0x40000000
NEW_PROCESSES = 0x20000000
NEW_IPC = 0x08000000

SET_DEATH_SIGNAL = 1
SET_SUBREAPER = 36
SET_SECCOMP = 22
SET_NO_NEW_PRIVILEGES = 38
DROP_BOUNDING_CAPABILITY = 24

_CAPABILITIES_VERSION = 0x20080522


_loaded: list[ctypes.CDLL] = []


def _libc() -> ctypes.CDLL:
    """The C library; loading it anew for each of some hundred calls would take 3 ms."""
    if not _loaded:
        _loaded.append(ctypes.CDLL(None, use_errno=True))
    return _loaded[0]


def syscall(number: int, *arguments: int | ctypes.Array[ctypes.c_char] | None) -> int:
    """Make system call `number`; buffers go by address."""
    libc = _libc()
    libc.syscall.restype = ctypes.c_long
    sent = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
    return _checked(int(libc.syscall(ctypes.c_long(number), *sent)))


def prctl(option: int, *arguments: int | ctypes.Array[ctypes.c_char]) -> int:
    """Set one of the calling process's own settings; the arguments left out are zero."""
    libc = _libc()
    given = [ctypes.c_ulong(value) if isinstance(value, int) else value for value in arguments]
    rest = [ctypes.c_ulong(0)] * (4 - len(given))
    return _checked(int(libc.prctl(ctypes.c_int(option), *given, *rest)))


def unshare(flags: int) -> None:
    """Move the calling process into new namespaces."""
    libc = _libc()
    _checked(int(libc.unshare(ctypes.c_int(flags))))


def drop_capabilities() -> None:
    """Give up every capability; with no_new_privs set, no program started later gets one back."""
    libc = _libc()
    for capability in range(64):
        try:
            prctl(DROP_BOUNDING_CAPABILITY, capability)
        except OSError:
            break
    header = ctypes.create_string_buffer(_CAPABILITIES_VERSION.to_bytes(4, "little") + bytes(4), 8)
    _checked(int(libc.capset(header, ctypes.create_string_buffer(bytes(24), 24))))


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
