"""Landlock: restrict the calling process, and all that it starts, to certain files and folders."""

from __future__ import annotations

import os
import stat
import sys

from pandora.sandbox import system_calls

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_RULE_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_REMOVE_DIR, _REMOVE_FILE = 1 << 4, 1 << 5
_MAKE_DIR, _MAKE_FILE, _MAKE_FIFO, _MAKE_LINK = 1 << 7, 1 << 8, 1 << 10, 1 << 12
_REFER, _TRUNCATE, _DEVICE_CONTROL = 1 << 13, 1 << 14, 1 << 15

_READ = _EXECUTE | _READ_FILE | _READ_DIR
_FILE_ONLY = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _DEVICE_CONTROL
_WRITE = (
    _READ | _WRITE_FILE | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_FILE | _MAKE_FIFO | _MAKE_LINK
    | _REFER | _TRUNCATE
)  # fmt: skip

_TCP = 1 << 0 | 1 << 1  # bind and connect
_SCOPES = 1 << 0 | 1 << 1  # abstract sockets and signals


def abi() -> int:
    """The version of Landlock that this kernel offers, 0 where there is none."""
    if sys.platform != "linux":
        return 0
    try:
        return system_calls.syscall(_CREATE_RULESET, None, 0, 1)
    except OSError:
        return 0


def restrict(readable: list[str], writable: list[str], open_network: bool = False) -> tuple[str, ...]:
    """Confine the calling process to these files and folders; return the names of what took effect.

    With `open_network` TCP is not restricted. Paths that do not exist are skipped. The process must have
    set no_new_privs. This cannot be undone. Raises OSError where the kernel refuses.
    """
    version = abi()
    if version == 0:
        return ()
    handled = _handled(version)
    network = _TCP if version >= 4 and not open_network else 0
    scoped = _SCOPES if version >= 6 else 0
    attributes = _packed(handled) + (_packed(network) if version >= 4 else b"")
    attributes += _packed(scoped) if version >= 6 else b""
    ruleset = system_calls.syscall(_CREATE_RULESET, attributes, len(attributes), 0)
    try:
        for path in readable:
            _allow(ruleset, path, _READ & handled)
        for path in writable:
            _allow(ruleset, path, _WRITE & handled)
        system_calls.syscall(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)
    return ("landlock", *(["landlock tcp"] if network else []), *(["landlock scope"] if scoped else []))


def _handled(version: int) -> int:
    """Return the bits of every file right that this Landlock version can deny; other rights stay allowed."""
    bits = {1: 13, 2: 14, 3: 15, 4: 15}.get(version, 16)
    return (1 << bits) - 1


def _packed(bits: int) -> bytes:
    return bits.to_bytes(8, sys.byteorder)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(folder).st_mode):
            rights &= _FILE_ONLY
        rule = _packed(rights) + folder.to_bytes(4, sys.byteorder)
        system_calls.syscall(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, rule, 0)
    finally:
        os.close(folder)
