"""Inspect the processes of a command through /proc: their number, their memory and their open files."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass

_PAGE = os.sysconf("SC_PAGE_SIZE")
_BLOCK = 512
_NO_DISK = ("/dev/zero", "/SYSV", "/memfd:", "/[aio]", "/anon_hugepage")
"""Names with these beginnings in /proc/PID/maps are memory, not files on a disk."""


@dataclass(frozen=True)
class Family:
    """A process and all its descendants: their ids, and their bytes of private and of maybe shared memory."""

    processes: tuple[int, ...]
    private: int
    shared: int


def family(first: int, most: int) -> Family:
    """Return the family of process `first`; the search stops after more than `most` processes.

    `shared` counts a page once for each process that has it.
    """
    waiting, processes, private, shared = [first], list[int](), 0, 0
    while waiting and len(processes) <= most:
        process = waiting.pop()
        try:
            with open(f"/proc/{process}/statm", encoding="ascii") as file:
                _, resident, common, *_ = (int(word) for word in file.read().split())
            for thread in os.listdir(f"/proc/{process}/task"):  # each knows only what it started itself
                with open(f"/proc/{process}/task/{thread}/children", encoding="ascii") as file:
                    waiting += [int(word) for word in file.read().split()]
        except (OSError, ValueError):
            continue
        private += (resident - common) * _PAGE
        shared += common * _PAGE
        processes.append(process)
    return Family(tuple(processes), private, shared)


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


def deleted_files(processes: Iterable[int]) -> tuple[int, bool]:
    """Return the bytes of disk that deleted but still open files take.

    The second value is True where the open files of some process cannot be listed.
    """
    taken: dict[tuple[int, int], int] = {}
    hidden = False
    for process in processes:
        folder = f"/proc/{process}/fd"
        try:
            names = os.listdir(folder)
        except FileNotFoundError:
            continue
        except OSError:
            hidden = True
            continue
        for name in names:
            try:
                status = os.stat(f"{folder}/{name}")
            except OSError:
                continue
            if status.st_nlink == 0 and stat.S_ISREG(status.st_mode):
                taken[status.st_dev, status.st_ino] = status.st_blocks * _BLOCK
    return sum(taken.values()), hidden


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
