"""A system call filter: no sockets, no new namespaces, no tracing, none of the calls that skip Landlock."""

from __future__ import annotations

import os
import sys

from pandora.sandbox import kernel

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
_EPERM, _ENOSYS, _ENOTSUP = 1, 38, 95
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT, _SECOND_ARGUMENT = 0, 4, 16, 24
_NAMESPACE_FLAGS = 0x7E020000
_INTERNET = (2, 10)  # AF_INET, AF_INET6

# By machine: the audit architecture; clone, clone3, socket and ioctl; and the numbers of the calls below, in
# their order. A call that a machine does not have is left out at the end.
_REFUSED = (
    "ptrace", "mount", "umount2", "pivot_root", "unshare", "setns", "bpf", "keyctl", "add_key",
    "request_key", "perf_event_open", "userfaultfd", "process_vm_readv", "process_vm_writev",
    "open_by_handle_at", "io_uring_setup", "pidfd_getfd", "open_tree", "move_mount", "fsopen", "fspick",
    "fsmount", "mount_setattr", "syslog", "kcmp", "fanotify_init", "inotify_init1", "inotify_init",
)  # fmt: skip
_ABSENT = ("memfd_create", "memfd_secret", "shmget", "msgget", "semget")
"""Calls for memory that is not counted for any process (semaphores alone may take 64 GiB). They fail with
ENOSYS, and programs then do without them."""
_ATTRIBUTES = ("getxattr", "lgetxattr", "listxattr", "llistxattr", "getxattrat", "listxattrat")
"""Calls that read attributes by path, which Landlock does not hide. They fail with ENOTSUP, as on a disk
without attributes, and `ls` and `cp` go on."""
_MODES = (
    "fchmod", "fchmodat", "fchmodat2", "fchown", "fchownat", "setxattr", "lsetxattr", "fsetxattr",
    "removexattr", "lremovexattr", "fremovexattr", "setxattrat", "removexattrat", "file_setattr",
    "chmod", "chown", "lchown",
)  # fmt: skip
_MACHINES = {
    "x86_64": (
        0xC000003E, (56, 435, 41, 16),
        (101, 165, 166, 155, 272, 308, 321, 250, 248, 249, 298, 323, 310, 311, 304, 425, 438,
         428, 429, 430, 433, 432, 442, 103, 312, 300, 294, 253),
        (319, 447, 29, 68, 64),
        (191, 192, 194, 195, 464, 465),
        (91, 268, 452, 93, 260, 188, 189, 190, 197, 198, 199, 463, 466, 469, 90, 92, 94),
    ),
    "aarch64": (
        0xC00000B7, (220, 435, 198, 29),
        (117, 40, 39, 41, 97, 268, 280, 219, 217, 218, 241, 282, 270, 271, 265, 425, 438,
         428, 429, 430, 433, 432, 442, 116, 272, 262, 26),
        (279, 447, 194, 186, 190),
        (8, 9, 11, 12, 464, 465),
        (52, 53, 452, 55, 54, 5, 6, 7, 14, 15, 16, 463, 466, 469),
    ),
}  # fmt: skip
_X32_BIT = 0x40000000
_TYPE, _PASTE = 0x5412, 0x541C  # TIOCSTI and TIOCLINUX: as if a person had typed it
_SET_FLAGS = (0x40086602, 0x40046602, 0x401C5820)  # FS_IOC_SETFLAGS, of 32 bits, FS_IOC_FSSETXATTR


def restrict(modes: bool = True, network: bool = False) -> tuple[str, ...]:
    """Filter the calling process's system calls and return the names of what took effect.

    On a machine whose system call numbers are not known here, nothing is done and () is returned.

    Landlock does not stop a connection to a socket that has a path, such as a container engine's or a session
    bus's, and through one a command could do anything. So `socket` is refused, and with `network` only
    Internet sockets are allowed. Landlock also does not hide attributes, or changes to files that cannot be
    opened, so those calls are refused too. Without `modes`, the calls that set modes, owners and attributes
    are refused: pass False where no mount namespace makes the files read-only. The process must have set
    no_new_privs. Raises OSError where the kernel refuses.
    """
    machine = _MACHINES.get(os.uname().machine)
    if machine is None:
        return ()
    architecture, calls, refused, absent, attributes, setting = machine
    denied = dict.fromkeys((*refused, *(() if modes else setting)), _EPERM)
    denied |= dict.fromkeys(absent, _ENOSYS) | dict.fromkeys(attributes, _ENOTSUP)
    requests = (_TYPE, _PASTE, *(() if modes else _SET_FLAGS))
    steps = _program(architecture, calls, denied, requests, network)
    program = b"".join(map(_packed, steps))
    place, _kept = kernel.address(program)
    filter_ = len(steps).to_bytes(8, sys.byteorder) + place.to_bytes(8, sys.byteorder)
    kernel.prctl(kernel.SET_SECCOMP, 2, filter_)
    return ("seccomp", *(() if network else ("network",)), *(() if modes else ("read-only",)))


def _packed(step: tuple[int, int, int, int]) -> bytes:
    code, true, false, value = step
    return code.to_bytes(2, sys.byteorder) + bytes((true, false)) + value.to_bytes(4, sys.byteorder)


def _program(
    architecture: int, calls: tuple[int, ...], denied: dict[int, int], requests: tuple[int, ...], network: bool
) -> list[tuple[int, int, int, int]]:
    """The filter's steps (code, jump if true, jump if false, value); a jump counts the steps it skips."""
    clone, clone3, socket, ioctl = calls
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
    for number, error in denied.items():
        steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _REFUSE | error)]
    if network:
        families = [step for family in _INTERNET for step in ((_EQUAL, 0, 1, family), allow)]
        steps += [(_EQUAL, 0, len(families) + 2, socket), (_LOAD, 0, 0, _FIRST_ARGUMENT), *families, refuse]
    else:
        steps += [(_EQUAL, 0, 1, socket), refuse]
    asked = [step for request in requests for step in ((_EQUAL, 0, 1, request), refuse)]
    steps += [(_EQUAL, 0, len(asked) + 2, ioctl), (_LOAD, 0, 0, _SECOND_ARGUMENT), *asked, allow]
    return [
        *steps,
        (_EQUAL, 0, 3, clone),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_ANY_BIT, 0, 1, _NAMESPACE_FLAGS),
        refuse,
        allow,
    ]
