"""Inspect the processes of a command through /proc: their threads, their memory and their open files."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

_BLOCK = 512
_NO_DISK = ("/dev/zero", "/SYSV", "/memfd:", "/[aio]", "/anon_hugepage")
"""Names with these beginnings in /proc/PID/maps are memory, not files on a disk."""


@dataclass(frozen=True)
class Family:
    """A process and all its descendants, with all their threads, and their bytes of private and shared memory.

    `processes` are ids that name each process in /proc: its own, or that of a thread which goes on after the
    first one has ended. `threads` are the ids of all threads, first ones included. `private` counts what is
    swapped out, too. `shared` is memory that others may share; a page counts once for each process that has it.
    """

    processes: tuple[int, ...]
    threads: tuple[int, ...]
    private: int
    shared: int


def family(first: int, most: int) -> Family:
    """Return the family of process `first`; the search stops after more than `most` threads."""
    waiting, processes, threads, private, shared = [first], list[int](), list[int](), 0, 0
    while waiting and len(threads) <= most:
        process = waiting.pop()
        try:
            own_threads = [int(name) for name in os.listdir(f"/proc/{process}/task")]
        except (OSError, ValueError):
            continue
        for thread in own_threads:  # each knows only what it started itself
            waiting += _children(process, thread)
        going = ((thread, size) for thread in own_threads if (size := _memory(thread)))
        name, (own, common) = next(going, (process, (0, 0)))
        processes.append(name)
        private, shared = private + own, shared + common
        threads += own_threads
    return Family(tuple(processes), tuple(threads), private, shared)


def _children(process: int, thread: int) -> list[int]:
    try:
        with open(f"/proc/{process}/task/{thread}/children", encoding="ascii") as file:
            return [int(word) for word in file.read().split()]
    except (OSError, ValueError):
        return []


def _memory(thread: int) -> tuple[int, int] | None:
    """Return the bytes of private and of maybe shared memory of a thread's process; None if it has ended."""
    sizes: dict[str, int] = {}
    try:
        with open(f"/proc/{thread}/status", encoding="utf-8", errors="replace") as file:
            for line in file:
                if line.startswith(("Rss", "VmSwap")):
                    name, size = line.split()[:2]
                    sizes[name] = int(size) << 10
    except (OSError, ValueError):
        return None
    if not sizes:
        return None
    private, common = ("RssAnon:", "VmSwap:"), ("RssFile:", "RssShmem:")
    return sum(sizes.get(name, 0) for name in private), sum(sizes.get(name, 0) for name in common)


def shared_memory(processes: Iterable[int]) -> int:
    """Return the bytes of shared memory, without mapped files, that these processes use.

    Each process counts with its proportional part, or with the whole where the kernel does not tell the part.
    """
    total = 0
    for process in processes:
        for name, key in (("smaps_rollup", "Pss_Shmem:"), ("status", "RssShmem:")):
            try:
                with open(f"/proc/{process}/{name}", encoding="ascii", errors="replace") as file:
                    values = [line.split()[1] for line in file if line.startswith(key)]
            except (OSError, IndexError):
                continue
            if values and values[0].isdigit():
                total += int(values[0]) << 10
                break
    return total


def deleted_files(threads: Iterable[int]) -> tuple[int, bool]:
    """Return the bytes of disk that deleted but still open files take.

    The second value is True where the open files of some thread cannot be listed.
    """
    opened = open_files(threads)
    sizes = {
        (status.st_dev, status.st_ino): status.st_blocks * _BLOCK
        for status in opened.files
        if status.st_nlink == 0 and stat.S_ISREG(status.st_mode)
    }
    return sum(sizes.values()), opened.hidden > 0


@dataclass(frozen=True)
class OpenFiles:
    """The status of each open file of some threads, and the number of threads whose files cannot be listed."""

    files: tuple[os.stat_result, ...]
    hidden: int


def open_files(threads: Iterable[int]) -> OpenFiles:
    """Look up all that these threads have open; a file that several have is there several times.

    A thread is asked itself, since it may have open files that the rest of its process does not have.
    """
    files: list[os.stat_result] = []
    hidden = 0
    for thread in threads:
        folder = f"/proc/{thread}/fd"
        try:
            names = os.listdir(folder)
        except (FileNotFoundError, ProcessLookupError):
            continue
        except OSError:
            hidden += 1
            continue
        for name in names:
            with suppress(OSError):
                files.append(os.stat(f"{folder}/{name}"))
    return OpenFiles(tuple(files), hidden)


def maps_deleted(processes: Iterable[int]) -> bool:
    """Tell whether one of the processes maps a deleted file into memory, or cannot be inspected."""
    for process in processes:
        try:
            with open(f"/proc/{process}/maps", encoding="utf-8", errors="replace") as file:
                lines = [line for line in file if line.rstrip("\n").endswith(" (deleted)")]
        except FileNotFoundError:
            continue
        except OSError:
            return True
        names = [line.split(None, 5)[-1] for line in lines]
        if any(not name.startswith(_NO_DISK) for name in names):
            return True
    return False
