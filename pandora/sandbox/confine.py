"""The confinements that a process puts on itself before it becomes a command."""

from __future__ import annotations

import os
import resource
import sys

from pandora.sandbox import kernel, landlock, seccomp

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
else:
    import _signal as signal  # signal itself takes 5 ms to import

_DEVICES = ("/dev/null",)
_OPEN_FILES = 512


def namespaces(network: bool = False) -> tuple[str, ...]:
    """Enter new namespaces: no network unless `network`, no sight of other processes, mounts of its own.

    Empty where the machine denies them. An ordinary user may do this only inside a user namespace of his
    own, root also without.
    """
    if sys.platform != "linux":
        return ()
    user, group = os.geteuid(), os.getegid()
    private = kernel.NEW_PROCESSES | kernel.NEW_IPC | kernel.NEW_MOUNTS
    private |= 0 if network else kernel.NEW_NETWORK
    gained = ("processes", "ipc", "mounts", *(() if network else ("network",)))
    try:
        kernel.unshare(kernel.NEW_USER | private)
    except OSError:
        try:
            kernel.unshare(private)
        except OSError:
            return ()
        return gained
    try:
        for name, text in (
            ("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")
        ):  # fmt: skip
            with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                file.write(text)
    except OSError:
        return gained
    return ("user", *gained)


def bound_processes(processes: int) -> tuple[str, ...]:
    """Bound the process ids of this new process namespace, for root too; needs Linux 6.14.

    The kernel takes no bound under 301. To be called by the first process of the namespace.
    """
    try:
        with open("/proc/sys/kernel/pid_max", "w", encoding="ascii") as file:
            file.write(str(max(301, processes)))
    except OSError:
        return ()
    return ("process ids",)


def frozen(writable: list[str]) -> tuple[str, ...]:
    """Make every file but those under `writable` read-only, its mode, owner and attributes included.

    Landlock does not know chmod, chown, utime and setxattr: without this they would reach whatever the
    user owns. To be called in a mount namespace of one's own.
    """
    try:
        kernel.own_mounts()
        for path in writable:
            kernel.bind(path)
        kernel.read_only("/", True)
        for path in writable:
            kernel.read_only(path, False)
    except OSError:
        return ()
    return ("read-only",)


def die_with_parent(parent: int, number: int) -> None:
    """Have the kernel send signal `number` to this process when `parent` ends, or has ended already."""
    if sys.platform != "linux":
        return
    try:
        kernel.prctl(kernel.SET_DEATH_SIGNAL, number)
    except OSError:
        return
    if os.getppid() not in (parent, 0):  # 0: the parent is outside this process namespace
        os.kill(os.getpid(), number)


def adopt_orphans() -> None:
    """Become the parent of descendants whose own parent ended, so that they can be found and ended."""
    if sys.platform == "linux":
        try:
            kernel.prctl(kernel.SET_SUBREAPER, 1)
        except OSError:
            return


def ceilings(memory: int, file: int, seconds: int, processes: int) -> tuple[str, ...]:
    """Set the resource limits; `processes` is 0 where a count would hit the user's other programs.

    `memory` and `seconds` (of the processor) are 0 for no limit.
    """
    limits = [
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, file),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
    ]
    if seconds:
        limits.append((resource.RLIMIT_CPU, seconds))
    if sys.platform == "linux":  # elsewhere these two are refused, or mean something else
        if memory:
            limits.append((resource.RLIMIT_AS, memory))
        if processes:
            limits.append((resource.RLIMIT_NPROC, processes))
    applied: tuple[str, ...] = ("rlimits", "process count") if processes else ("rlimits",)
    for which, value in limits:
        try:
            hard = resource.getrlimit(which)[1]
            most = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(which, (most, most))
        except (OSError, ValueError):
            applied = ()
    return applied


def privileges() -> tuple[str, ...]:
    """Give up capabilities, and the right to gain any by starting a set-user-id program."""
    if sys.platform != "linux":
        return ()
    applied: tuple[str, ...] = ()
    try:
        kernel.prctl(kernel.SET_NO_NEW_PRIVILEGES, 1)
        applied = ("no new privileges",)
        kernel.drop_capabilities()
    except OSError:
        return applied
    return (*applied, "capabilities")


def files(readable: list[str], writable: list[str], network: bool = False) -> tuple[str, ...]:
    """Deny every file but these, and TCP unless `network`."""
    if sys.platform != "linux":
        return ()
    try:
        return landlock.restrict(readable, [*writable, *_DEVICES], network)
    except OSError:
        return ()


def calls(modes: bool, network: bool) -> tuple[str, ...]:
    """Deny the system calls that reach beyond files; `modes` keeps those that set modes and owners.

    `network` leaves the Internet's sockets open.
    """
    if sys.platform != "linux":
        return ()
    try:
        return seccomp.restrict(modes, network)
    except OSError:
        return ()


def plain_signals() -> None:
    """Undo what Python changes for itself and an exec would hand on: ignored and blocked signals."""
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
