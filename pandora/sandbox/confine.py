"""The confinements that a process applies to itself before it becomes a command.

Most functions return the names of the confinements that took effect, and () where the machine denies them.
"""

from __future__ import annotations

import os
import resource
import sys

from pandora.sandbox import landlock, seccomp, system_calls

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
else:
    import _signal as signal  # signal itself takes 5 ms to import

_DEVICES = ("/dev/null",)
OPEN_FILES = 512
"""How many files a process may have open."""
_FEWEST_IDS = 301
"""The kernel takes no lower limit of process ids."""


def namespaces(network: bool = False) -> tuple[str, ...]:
    """Enter new namespaces, which hide other processes, separate the mounts and cut the network off.

    With `network` the network stays. Returns the names of the new namespaces, or () where the machine denies
    them. Only root can do this without a new user namespace.
    """
    if sys.platform != "linux":
        return ()
    user, group = os.geteuid(), os.getegid()
    private = system_calls.NEW_PROCESSES | system_calls.NEW_IPC | system_calls.NEW_MOUNTS
    private |= 0 if network else system_calls.NEW_NETWORK
    gained = ("processes", "ipc", "mounts", *(() if network else ("network",)))
    try:
        system_calls.unshare(system_calls.NEW_USER | private)
    except OSError:
        try:
            system_calls.unshare(private)
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


def most_threads(processes: int) -> int:
    """Return how many threads all processes of a command may have together, if it may have `processes`."""
    return max(_FEWEST_IDS, processes)


def bound_processes(processes: int) -> tuple[str, ...]:
    """Limit how many process ids this new process namespace has, for root too; needs Linux 6.14.

    Threads have such ids, too. The first process of the namespace must call this.
    """
    try:
        with open("/proc/sys/kernel/pid_max", "w", encoding="ascii") as file:
            file.write(str(most_threads(processes)))
    except OSError:
        return ()
    return ("process ids",)


def frozen(writable: list[str]) -> tuple[str, ...]:
    """Make every file outside `writable` read-only, including its mode, owner and attributes.

    Landlock does not restrict chmod, chown, utime and setxattr: without this a command could use them on
    every file that the user owns. The caller must be in a mount namespace of its own.
    """
    try:
        system_calls.own_mounts()
        for path in writable:
            system_calls.bind(path)
        system_calls.read_only("/", True)
        for path in writable:
            system_calls.read_only(path, False)
    except OSError:
        return ()
    return ("read-only",)


def die_with_parent(parent: int, number: int) -> None:
    """Have the kernel send signal `number` to this process when `parent` ends, or has ended already."""
    if sys.platform != "linux":
        return
    try:
        system_calls.prctl(system_calls.SET_DEATH_SIGNAL, number)
    except OSError:
        return
    if os.getppid() not in (parent, 0):  # 0: the parent is outside this process namespace
        os.kill(os.getpid(), number)


def adopt_orphans() -> None:
    """Become the parent of descendants whose own parent ended, so that they can be found and ended."""
    if sys.platform == "linux":
        try:
            system_calls.prctl(system_calls.SET_SUBREAPER, 1)
        except OSError:
            return


def ceilings(memory: int, file: int, seconds: int, processes: int) -> tuple[str, ...]:
    """Set the resource limits; 0 means no limit for `memory`, `seconds` and `processes`.

    `memory` and `file` are bytes, `seconds` is processor time. Pass 0 for `processes` where the kernel would
    also count the user's other programs.
    """
    limits = [
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, file),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
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
        system_calls.prctl(system_calls.SET_NO_NEW_PRIVILEGES, 1)
        applied = ("no new privileges",)
        system_calls.drop_capabilities()
    except OSError:
        return applied
    return (*applied, "capabilities")


def files(readable: list[str], writable: list[str], network: bool = False) -> tuple[str, ...]:
    """Deny every file except `readable` and `writable`, and deny TCP unless `network`."""
    if sys.platform != "linux":
        return ()
    try:
        return landlock.restrict(readable, [*writable, *_DEVICES], network)
    except OSError:
        return ()


def calls(modes: bool, network: bool) -> tuple[str, ...]:
    """Deny system calls that Landlock does not restrict, such as those for sockets and tracing.

    `modes` keeps the calls that set modes, owners and attributes allowed; `network` keeps Internet sockets
    allowed.
    """
    if sys.platform != "linux":
        return ()
    try:
        return seccomp.restrict(modes, network)
    except OSError:
        return ()


def plain_signals() -> None:
    """Restore default signal handling; a program started by exec would inherit ignored and blocked signals."""
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
