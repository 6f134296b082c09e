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


def namespaces() -> tuple[str, ...]:
    """Enter new namespaces: no network, no sight of other processes; what the machine denies is left out.

    An ordinary user may do this only inside a user namespace of his own, root also without.
    """
    if sys.platform != "linux":
        return ()
    user, group = os.geteuid(), os.getegid()
    private = kernel.NEW_NETWORK | kernel.NEW_PROCESSES | kernel.NEW_IPC
    gained = ("network", "processes", "ipc")
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
    """Set the resource limits; `processes` is 0 where a count would hit the user's other programs."""
    wanted = [
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, file),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
        (resource.RLIMIT_CPU, seconds),
    ]
    if sys.platform == "linux":  # elsewhere these two are refused, or mean something else
        wanted.append((resource.RLIMIT_AS, memory))
        if processes:
            wanted.append((resource.RLIMIT_NPROC, processes))
    held: tuple[str, ...] = ("rlimits", "process count") if processes else ("rlimits",)
    for which, value in wanted:
        try:
            hard = resource.getrlimit(which)[1]
            most = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(which, (most, most))
        except (OSError, ValueError):
            held = ()
    return held


def privileges() -> tuple[str, ...]:
    """Give up capabilities, and the right to gain any by starting a set-user-id program."""
    if sys.platform != "linux":
        return ()
    held: tuple[str, ...] = ()
    try:
        kernel.prctl(kernel.SET_NO_NEW_PRIVILEGES, 1)
        held = ("no new privileges",)
        kernel.drop_capabilities()
    except OSError:
        return held
    return (*held, "capabilities")


def files(readable: list[str], writable: list[str]) -> tuple[str, ...]:
    """Deny every file but these."""
    if sys.platform != "linux":
        return ()
    try:
        return landlock.restrict(readable, [*writable, *_DEVICES])
    except OSError:
        return ()


def calls() -> tuple[str, ...]:
    """Deny the system calls that reach beyond files."""
    if sys.platform != "linux":
        return ()
    try:
        return seccomp.restrict()
    except OSError:
        return ()


def plain_signals() -> None:
    """Undo what Python changes for itself and an exec would hand on: ignored and blocked signals."""
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
