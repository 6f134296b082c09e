"""Measure the memory that the kernel keeps for a command and that no process is seen to have."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from pandora.sandbox.confine import OPEN_FILES
from pandora.sandbox.process_tree import open_files

_PIPE = 64 << 10
"""What a pipe holds; the filter of system calls lets no command raise it."""
_SEND_BUFFER = 212_992
"""What a socket sends before its reader takes it, where the kernel does not tell (net.core.wmem_default)."""
_KEPT_FOR_ALL = ("SUnreclaim:", "KernelStack:", "PageTables:")


def pipes_and_sockets(threads: Sequence[int], room: int) -> int:
    """Return the most bytes that the pipes and sockets of these threads can hold together.

    Where all that they have open could not hold more than `room`, they are not told apart and 0 is returned. A
    thread whose open files cannot be listed counts with as many sockets as it may have.
    """
    socket = _socket_size()
    if sum(map(_open_count, threads)) * socket <= room:
        return 0
    opened = open_files(threads)
    sockets, pipes = set(), set()
    for status in opened.files:
        if stat.S_ISSOCK(status.st_mode):
            sockets.add((status.st_dev, status.st_ino))
        elif stat.S_ISFIFO(status.st_mode):
            pipes.add((status.st_dev, status.st_ino))
    return len(pipes) * _PIPE + (len(sockets) + opened.hidden * OPEN_FILES) * socket


def kept_for_all() -> int:
    """Return the bytes that the kernel keeps for all processes of this machine, as far as it sums them up.

    These are objects such as locks of files, the stacks of threads and the tables of pages; 0 where the
    system does not tell.
    """
    with suppress(OSError, ValueError, IndexError):
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return sum(int(line.split()[1]) << 10 for line in lines if line.startswith(_KEPT_FOR_ALL))
    return 0


def _open_count(thread: int) -> int:
    try:
        return len(os.listdir(f"/proc/{thread}/fd"))
    except (FileNotFoundError, ProcessLookupError):
        return 0
    except OSError:
        return OPEN_FILES


def _socket_size() -> int:
    """Return the most bytes that a socket has on their way: the last piece may exceed its buffer by half."""
    with suppress(OSError, ValueError):
        return 2 * int(Path("/proc/sys/net/core/wmem_default").read_text(encoding="ascii"))
    return 2 * _SEND_BUFFER
