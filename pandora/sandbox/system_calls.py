"""The raw Linux calls that Python has no function for; each raises OSError where the kernel refuses.

Every command waits for this module to load. Importing `ctypes` would take 3 of some 15 ms, so only its C part,
`_ctypes`, is used.
"""

from __future__ import annotations

import _ctypes
import os
import sys

NEW_USER = 0x10000000
NEW_NETWORK = 0x40000000
NEW_PROCESSES = 0x20000000
NEW_IPC = 0x08000000
NEW_MOUNTS = 0x00020000

SET_DEATH_SIGNAL = 1
SET_SUBREAPER = 36
SET_SECCOMP = 22
SET_NO_NEW_PRIVILEGES = 38
DROP_BOUNDING_CAPABILITY = 24

_CAPABILITIES_VERSION = 0x20080522
_MOUNT_SETATTR = 442  # the same number on every machine
_HERE, _RECURSIVE = -100, 0x8000
_BIND, _EVERYTHING, _PRIVATE = 4096, 16384, 1 << 18


class _Long(_ctypes._SimpleCData):  # type: ignore[type-arg]
    _type_ = "l"


class _Char(_ctypes._SimpleCData):  # type: ignore[type-arg]
    _type_ = "c"


class _Function(_ctypes.CFuncPtr):
    _flags_ = _ctypes.FUNCFLAG_CDECL | _ctypes.FUNCFLAG_USE_ERRNO
    _restype_ = _Long


_loaded: dict[str, _Function] = {}


def _call(name: str, *arguments: int | bytes | None) -> int:
    """Call the C library function `name`; bytes are passed by address and must only be read."""
    function = _loaded.get(name)
    if function is None:
        address = _ctypes.dlsym(_ctypes.dlopen(None, 0), name)  # type: ignore[arg-type]
        function = _loaded[name] = _Function(address)
    sent = [_Long(value) if isinstance(value, int) else value for value in arguments]
    result = int(function(*sent)) & 0xFFFFFFFF
    if result >= 1 << 31:  # an int that was read as a long
        number = _ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def address(data: bytes) -> tuple[int, object]:
    """Copy `data` and return the copy's memory address and the object that must live as long as it is used."""
    copy = (_Char * len(data)).from_buffer_copy(data)
    return _ctypes.addressof(copy), copy


def syscall(number: int, *arguments: int | bytes | None) -> int:
    """Make system call `number` and return its result, which must fit into 31 bits, such as a descriptor."""
    return _call("syscall", number, *arguments)


def prctl(option: int, *arguments: int | bytes) -> int:
    """Change a setting of the calling process by prctl(2); missing arguments are passed as zero."""
    return _call("prctl", option, *arguments, *[0] * (4 - len(arguments)))


def unshare(flags: int) -> None:
    """Move the calling process into new namespaces."""
    _call("unshare", flags)


def own_mounts() -> None:
    """Make all mounts private: later mounts do not appear outside this mount namespace."""
    _call("mount", b"none", b"/", None, _EVERYTHING | _PRIVATE, None)


def bind(path: str) -> None:
    """Mount `path` on itself, so that it can have attributes of its own."""
    _call("mount", os.fsencode(path), os.fsencode(path), None, _BIND, None)


def read_only(path: str, on: bool) -> None:
    """Make all mounts at and under `path` read-only; with `on` False, make only the one at `path` writable."""
    attributes = b"".join(value.to_bytes(8, sys.byteorder) for value in (on, not on, 0, 0))
    flags = _RECURSIVE if on else 0
    syscall(_MOUNT_SETATTR, _HERE, os.fsencode(path), flags, attributes, len(attributes))


def drop_capabilities() -> None:
    """Give up every capability; with no_new_privs set, no program started later gets one back."""
    for capability in range(64):
        try:
            prctl(DROP_BOUNDING_CAPABILITY, capability)
        except OSError:
            break
    _call("capset", _CAPABILITIES_VERSION.to_bytes(4, sys.byteorder) + bytes(4), bytes(24))
