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
"""SIGURG, which ends no process: the kernel sends it to a file lease's holder when another opens the file."""


def host() -> str:
    """This machine's own name."""
    return socket.gethostname()


@functools.cache
def boot_id() -> str:
    """A text that differs after every start of this machine; "" where the system does not tell it."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return _output_of("sysctl", "-n", "kern.bootsessionuuid") if sys.platform == "darwin" else ""


def alive(pid: int) -> bool:
    """True where a process has that number, whoever owns it; a zombie counts as dead."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return _stat_fields(pid)[:1] != ["Z"]


def start_time(pid: int) -> str:
    """When a process began, as its system tells it; "" if unknown. A reused number has another time."""
    if fields := _stat_fields(pid):
        return fields[19]
    return _output_of("ps", "-o", "lstart=", "-p", str(pid)) if sys.platform == "darwin" else ""


def written_by_nobody(path: Path) -> bool | None:
    """True where no process has the file open to write, False where one has, None where it cannot be known.

    Linux gives a read lease of a file only while nobody has it open to write (`fcntl(2)`, F_SETLEASE).
    """
    if sys.platform != "linux":
        return None
    import fcntl

    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
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


def _stat_fields(pid: int) -> list[str]:
    """The fields of /proc/PID/stat after the process's name, which may hold spaces; the first is the state."""
    try:
        return (
            Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        )
    except OSError:
        return []


def _output_of(*command: str) -> str:
    try:
        completed = subprocess.run(command, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return completed.stdout.strip()
