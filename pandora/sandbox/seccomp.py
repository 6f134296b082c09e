"""A system call filter: no sockets, no new namespaces, no tracing, none of the calls that skip Landlock."""

from __future__ import annotations

import ctypes
import os
import struct

from pandora.sandbox import kernel

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
_EPERM, _ENOSYS = 1, 38
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_NAMESPACE_FLAGS = 0x7E020000

# By machine: the audit architecture, clone, clone3, and the calls that are refused, in the order of _REFUSED.
_REFUSED = (
    "socket", "ptrace", "mount", "umount2", "pivot_root", "unshare", "setns", "bpf", "keyctl", "add_key",
    "request_key", "perf_event_open", "userfaultfd", "process_vm_readv", "process_vm_writev",
    "open_by_handle_at", "io_uring_setup", "pidfd_getfd",
)  # fmt: skip
_MACHINES = {
    "x86_64": (
        0xC000003E, 56, 435,
        (41, 101, 165, 166, 155, 272, 308, 321, 250, 248, 249, 298, 323, 310, 311, 304, 425, 438),
    ),
    "aarch64": (
        0xC00000B7, 220, 435,
        (198, 117, 40, 39, 41, 97, 268, 280, 219, 217, 218, 241, 282, 270, 271, 265, 425, 438),
    ),
}  # fmt: skip
_X32_BIT = 0x40000000


def restrict() -> tuple[str, ...]:
    """Filter the calling process's system calls, and say so; nothing on a machine with unknown numbers.

    Landlock does not stop a connection to a socket that has a path (a container engine's, a session
    bus's), and such a socket does whatever it is asked: hence no `socket` at all. Needs no_new_privs.
    """
    machine = _MACHINES.get(os.uname().machine)
    if machine is None:
        return ()
    program = b"".join(struct.pack("=HBBI", *step) for step in _program(*machine))
    code = ctypes.create_string_buffer(program, len(program))
    filter_ = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
    kernel.prctl(kernel.SET_SECCOMP, 2, ctypes.create_string_buffer(filter_, len(filter_)))
    return ("seccomp", "network")


def _program(
    architecture: int, clone: int, clone3: int, refused: tuple[int, ...]
) -> list[tuple[int, int, int, int]]:
    """The filter's steps (code, jump if true, jump if false, value); a jump counts the steps it skips."""
    refuse = (_RETURN, 0, 0, _REFUSE | _EPERM)
    steps = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, architecture),
        refuse,
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32_BIT),
        refuse,
        # clone3 hides its flags in memory; told that it does not exist, libc falls back to clone.
        (_EQUAL, 0, 1, clone3),
        (_RETURN, 0, 0, _REFUSE | _ENOSYS),
    ]
    for number in refused:
        steps += [(_EQUAL, 0, 1, number), refuse]
    return [
        *steps,
        (_EQUAL, 0, 3, clone),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_ANY_BIT, 0, 1, _NAMESPACE_FLAGS),
        refuse,
        (_RETURN, 0, 0, _ALLOW),
    ]
