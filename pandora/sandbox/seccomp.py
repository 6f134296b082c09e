"""A system call filter: no sockets, no new namespaces, no tracing, none of the calls that skip Landlock."""

from __future__ import annotations

import os
import sys

from pandora.sandbox import system_calls

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
_EPERM, _EINVAL, _ENOSYS, _ENOTSUP = 1, 22, 38, 95
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT, _SECOND_ARGUMENT, _THIRD_ARGUMENT = 0, 4, 16, 24, 32
_NAMESPACE_FLAGS = 0x7E020000
_LOCAL, _INTERNET = 1, (2, 10)  # AF_UNIX; AF_INET, AF_INET6
_STREAM, _TYPE_BITS = 1, 0xF  # SOCK_STREAM; the rest of a type are flags
_SOCKET_LEVEL, _BUFFER_SIZES = 1, (7, 8, 32, 33)  # SO_SNDBUF, SO_RCVBUF, and both with FORCE
_SET_PIPE_SIZE = 1031  # F_SETPIPE_SZ

# By machine: the audit architecture; clone, clone3, socket, socketpair, setsockopt, fcntl and ioctl; and the
# numbers of the calls below, in their order. A call that a machine does not have is left out at the end.
_REFUSED = (
    "ptrace", "mount", "umount2", "pivot_root", "unshare", "setns", "bpf", "keyctl", "add_key",
    "request_key", "perf_event_open", "userfaultfd", "process_vm_readv", "process_vm_writev",
    "open_by_handle_at", "io_uring_setup", "pidfd_getfd", "open_tree", "move_mount", "fsopen", "fspick",
    "fsmount", "mount_setattr", "syslog", "kcmp", "fanotify_init", "inotify_init1", "inotify_init",
)  # fmt: skip
_ABSENT = ("memfd_create", "memfd_secret", "shmget", "msgget", "semget")
"""Calls for memory that is not counted for any process (semaphores alone may take 64 GiB). They fail with
ENOSYS, and programs then do without them."""
_SPLICING = ("splice", "tee", "vmsplice", "sendfile")
"""Calls that put pages of files or of memory into a pipe or a socket, where a few bytes of each keep a page of
up to 2 MiB alive that no process is seen to have. They fail with EINVAL, as for files that cannot be spliced,
and programs then copy."""
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
        0xC000003E, (56, 435, 41, 53, 54, 72, 16),
        (101, 165, 166, 155, 272, 308, 321, 250, 248, 249, 298, 323, 310, 311, 304, 425, 438,
         428, 429, 430, 433, 432, 442, 103, 312, 300, 294, 253),
        (319, 447, 29, 68, 64),
        (275, 276, 278, 40),
        (191, 192, 194, 195, 464, 465),
        (91, 268, 452, 93, 260, 188, 189, 190, 197, 198, 199, 463, 466, 469, 90, 92, 94),
    ),
    "aarch64": (
        0xC00000B7, (220, 435, 198, 199, 208, 25, 29),
        (117, 40, 39, 41, 97, 268, 280, 219, 217, 218, 241, 282, 270, 271, 265, 425, 438,
         428, 429, 430, 433, 432, 442, 116, 272, 262, 26),
        (279, 447, 194, 186, 190),
        (76, 77, 75, 71),
        (8, 9, 11, 12, 464, 465),
        (52, 53, 452, 55, 54, 5, 6, 7, 14, 15, 16, 463, 466, 469),
    ),
}  # fmt: skip
_X32_BIT = 0x40000000
_TYPE, _PASTE = 0x5412, 0x541C  # TIOCSTI and TIOCLINUX: as if a person had typed it
_SET_FLAGS = (0x40086602, 0x40046602, 0x401C5820)  # FS_IOC_SETFLAGS, of 32 bits, FS_IOC_FSSETXATTR


_Step = tuple[int, int, int, int]
_PERMIT: _Step = (_RETURN, 0, 0, _ALLOW)


def restrict(modes: bool = True, network: bool = False) -> tuple[str, ...]:
    """Filter the calling process's system calls and return the names of what took effect.

    On a machine whose system call numbers are not known here, nothing is done and () is returned.

    Landlock does not stop a connection to a socket that has a path, such as a container engine's or a session
    bus's, and through one a command could do anything. So `socket` is refused, and with `network` only
    Internet sockets are allowed. A pair of sockets may be made, but only of streams: one of datagrams could be
    connected to a path afterwards. Landlock also does not hide attributes, or changes to files that cannot be
    opened, so those calls are refused too. Without `modes`, the calls that set modes, owners and attributes
    are refused: pass False where no mount namespace makes the files read-only. The process must have set
    no_new_privs. Raises OSError where the kernel refuses.

    What a pipe or a socket holds is memory that the kernel counts for no process. Its size cannot be raised
    here, so that whoever counts pipes and sockets knows the most that they hold.
    """
    machine = _MACHINES.get(os.uname().machine)
    if machine is None:
        return ()
    architecture, calls, refused, absent, splicing, attributes, setting = machine
    denied = dict.fromkeys((*refused, *(() if modes else setting)), _EPERM)
    denied |= dict.fromkeys(absent, _ENOSYS) | dict.fromkeys(attributes, _ENOTSUP)
    denied |= dict.fromkeys(splicing, _EINVAL)
    requests = (_TYPE, _PASTE, *(() if modes else _SET_FLAGS))
    steps = _program(architecture, calls, denied, requests, network)
    program = b"".join(map(_packed, steps))
    place, _kept = system_calls.address(program)
    filter_ = len(steps).to_bytes(8, sys.byteorder) + place.to_bytes(8, sys.byteorder)
    system_calls.prctl(system_calls.SET_SECCOMP, 2, filter_)
    return ("seccomp", *(() if network else ("network",)), *(() if modes else ("read-only",)))


def _packed(step: _Step) -> bytes:
    code, true, false, value = step
    return code.to_bytes(2, sys.byteorder) + bytes((true, false)) + value.to_bytes(4, sys.byteorder)


def _program(
    architecture: int, calls: tuple[int, ...], denied: dict[int, int], requests: tuple[int, ...], network: bool
) -> list[_Step]:
    """The filter's steps (code, jump if true, jump if false, value); a jump counts the steps it skips."""
    clone, clone3, socket, socketpair, setsockopt, fcntl, ioctl = calls
    return [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, architecture),
        _refuse(),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32_BIT),
        _refuse(),
        # clone3 hides its flags in memory; told that it does not exist, libc falls back to clone.
        *_when(clone3, _refuse(_ENOSYS)),
        *(step for number, error in denied.items() for step in _when(number, _refuse(error))),
        *_when(socket, *_only(_FIRST_ARGUMENT, *(_INTERNET if network else ())), _refuse()),
        *_when(
            socketpair,
            (_LOAD, 0, 0, _FIRST_ARGUMENT),
            (_EQUAL, 1, 0, _LOCAL),
            _refuse(),
            (_LOAD, 0, 0, _SECOND_ARGUMENT),
            (_AND, 0, 0, _TYPE_BITS),
            *_when(_STREAM, _PERMIT),
            _refuse(),
        ),
        # As the kernel caps these sizes without saying so, they are ignored without saying so (error 0).
        *_when(
            setsockopt,
            (_LOAD, 0, 0, _SECOND_ARGUMENT),
            (_EQUAL, 1, 0, _SOCKET_LEVEL),
            _PERMIT,
            *_except(_THIRD_ARGUMENT, _refuse(0), *_BUFFER_SIZES),
        ),
        *_when(fcntl, *_except(_SECOND_ARGUMENT, _refuse(), _SET_PIPE_SIZE)),
        *_when(ioctl, *_except(_SECOND_ARGUMENT, _refuse(), *requests)),
        *_when(clone, (_LOAD, 0, 0, _FIRST_ARGUMENT), (_ANY_BIT, 0, 1, _NAMESPACE_FLAGS), _refuse(), _PERMIT),
        _PERMIT,
    ]


def _refuse(error: int = _EPERM) -> _Step:
    """End the filter: the call is not made and returns `error`; 0 looks like success."""
    return (_RETURN, 0, 0, _REFUSE | error)


def _when(value: int, *steps: _Step) -> list[_Step]:
    """Go through `steps`, of which the last ends the filter, only if what was loaded last is `value`."""
    return [(_EQUAL, 0, len(steps), value), *steps]


def _only(argument: int, *values: int) -> list[_Step]:
    """Permit the call if `argument` is one of `values`."""
    return [(_LOAD, 0, 0, argument), *(step for value in values for step in _when(value, _PERMIT))]


def _except(argument: int, refusal: _Step, *values: int) -> list[_Step]:
    """Refuse the call if `argument` is one of `values`, else permit it."""
    return [(_LOAD, 0, 0, argument), *(step for value in values for step in _when(value, refusal)), _PERMIT]
