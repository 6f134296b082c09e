"""Whether the process that a lock or a lease names still runs, and whether anybody has a file open to write."""

from __future__ import annotations

import functools
import os
import socket
import subprocess
import sys
from pathlib import Path

_F_SETSIG = 10
_QUIET_SIGNAL = 23
"""SIGURG: what the kernel sends to who holds a file's lease when another opens it; nobody dies of it."""


def host() -> str:
    """This machine's own name."""
    return socket.gethostname()


@functools.cache
def boot() -> str:
    """What is another after every start of this machine; "" where the system does not tell."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return _asked("sysctl", "-n", "kern.bootsessionuuid") if sys.platform == "darwin" else ""


def alive(pid: int) -> bool:
    """True where a process has that number, whoever owns it; one that only waits to be reaped is dead."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return _stat(pid)[:1] != ["Z"]


def started(pid: int) -> str:
    """When a process began, as its system tells it: a number given again is another process; "" if unknown."""
    if fields := _stat(pid):
        return fields[19]
    return _asked("ps", "-o", "lstart=", "-p", str(pid)) if sys.platform == "darwin" else ""


def written_by_nobody(path: Path) -> bool | None:
    """True where no process has the file open to write, False where one has, None where it cannot be known.

    Linux gives a read lease of a file only while nobody has it open to write (`fcntl(2)`, F_SETLEASE).
    """
    if sys.platform != "linux":
        return None
    import fcntl

    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.fcntl(handle, _F_SETSIG, _QUIET_SIGNAL)
        fcntl.fcntl(handle, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        fcntl.fcntl(handle, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    except BlockingIOError:
        return False
    except OSError:
        return None
    finally:
        os.close(handle)
    return True


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat from the state on: the name before it may hold anything."""
    try:
        return (
            Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        )
    except OSError:
        return []


def _asked(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
