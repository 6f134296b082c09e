"""A system call filter: no sockets, no new namespaces, no tracing, none of the calls that skip Landlock."""

from __future__ import annotations

import os
import sys

from pandora.sandbox import kernel

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
_EPERM, _ENOSYS = 1, 38
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_NAMESPACE_FLAGS = 0x7E020000
_INTERNET = (2, 10)  # AF_INET, AF_INET6

# By machine: the audit architecture, clone, clone3, socket, the calls that are refused in the order of
# _REFUSED, and those that set modes, owners and attributes in the order of _MODES.
_REFUSED = (
    "ptrace", "mount", "umount2", "pivot_root", "unshare", "setns", "bpf", "keyctl", "add_key",
    "request_key", "perf_event_open", "userfaultfd", "process_vm_readv", "process_vm_writev",
    "open_by_handle_at", "io_uring_setup", "pidfd_getfd", "open_tree", "move_mount", "fsopen", "fsmount",
    "mount_setattr",
)  # fmt: skip
_MODES = (
    "fchmod", "fchmodat", "fchmodat2", "fchown", "fchownat", "setxattr", "lsetxattr", "fsetxattr",
    "removexattr", "lremovexattr", "fremovexattr", "setxattrat", "removexattrat", "chmod", "chown", "lchown",
)  # fmt: skip
_MACHINES = {
    "x86_64": (
        0xC000003E, 56, 435, 41,
        (101, 165, 166, 155, 272, 308, 321, 250, 248, 249, 298, 323, 310, 311, 304, 425, 438,
         428, 429, 430, 432, 442),
        (91, 268, 452, 93, 260, 188, 189, 190, 197, 198, 199, 463, 466, 90, 92, 94),
    ),
    "aarch64": (
        0xC00000B7, 220, 435, 198,
        (117, 40, 39, 41, 97, 268, 280, 219, 217, 218, 241, 282, 270, 271, 265, 425, 438,
         428, 429, 430, 432, 442),
        (52, 53, 452, 55, 54, 5, 6, 7, 14, 15, 16, 463, 466),
    ),
}  # fmt: skip
_X32_BIT = 0x40000000


def restrict(modes: bool = True, network: bool = False) -> tuple[str, ...]:
    """Filter the calling process's system calls, and say so; nothing on a machine with unknown numbers.

    Landlock does not stop a connection to a socket that has a path (a container engine's, a session
    bus's), and such a socket does whatever it is asked: hence no `socket` at all, and with `network`
    those of the Internet alone. Without `modes` nothing's mode, owner or attributes can be set: Landlock
    stops none of that, so it is for where no mount namespace does. Needs no_new_privs.
    """
    machine = _MACHINES.get(os.uname().machine)
    if machine is None:
        return ()
    architecture, clone, clone3, socket, refused, setting = machine
    denied = refused if modes else (*refused, *setting)
    steps = _program(architecture, clone, clone3, socket, denied, network)
    program = b"".join(map(_packed, steps))
    place, _kept = kernel.address(program)
    filter_ = len(steps).to_bytes(8, sys.byteorder) + place.to_bytes(8, sys.byteorder)
    kernel.prctl(kernel.SET_SECCOMP, 2, filter_)
    return ("seccomp", *(() if network else ("network",)), *(() if modes else ("read-only",)))


def _packed(step: tuple[int, int, int, int]) -> bytes:
    code, true, false, value = step
    return code.to_bytes(2, sys.byteorder) + bytes((true, false)) + value.to_bytes(4, sys.byteorder)


def _program(
    architecture: int, clone: int, clone3: int, socket: int, refused: tuple[int, ...], network: bool
) -> list[tuple[int, int, int, int]]:
    """The filter's steps (code, jump if true, jump if false, value); a jump counts the steps it skips."""
    refuse = (_RETURN, 0, 0, _REFUSE | _EPERM)
    allow = (_RETURN, 0, 0, _ALLOW)
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
    if network:
        families = [step for family in _INTERNET for step in ((_EQUAL, 0, 1, family), allow)]
        steps += [(_EQUAL, 0, len(families) + 2, socket), (_LOAD, 0, 0, _FIRST_ARGUMENT), *families, refuse]
    else:
        steps += [(_EQUAL, 0, 1, socket), refuse]
    return [
        *steps,
        (_EQUAL, 0, 3, clone),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_ANY_BIT, 0, 1, _NAMESPACE_FLAGS),
        refuse,
        allow,
    ]
