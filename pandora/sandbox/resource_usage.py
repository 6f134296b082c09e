"""Measure from outside what a running command uses: processes, threads, memory and disk."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pandora.sandbox import kernel_memory
from pandora.sandbox.confine import most_threads
from pandora.sandbox.process_tree import Family, deleted_files, family, maps_deleted, shared_memory

_LOOK = 0.05
"""Seconds between two checks of the processes."""
_WORKERS = 4
"""Processes of a command that are the sandbox's own."""
_SHARE = 20
"""The disk is checked again only after this many times as long as the last check took."""
_ENTRIES = 100_000
_KERNEL_MEMORY = 1 << 30
"""Bytes that the kernel may keep for all processes of the machine on top of what it kept at the start.

Other programs take some of it meanwhile, so a smaller ceiling of memory is not compared with it."""


@dataclass(frozen=True)
class Ceilings:
    """The most that all processes of a command may use together; 0 means no limit.

    `memory` and `disk` are bytes. `memory` includes what the kernel keeps for them.
    """

    processes: int = 0
    memory: int = 0
    disk: int = 0


class Watch:
    """Checks a running command against its ceilings.

    Rlimits are not enough: they limit each process alone, never the number of root's processes and threads,
    and never what waits in pipes and sockets.
    """

    def __init__(self, process: int, folders: Sequence[Path], ceilings: Ceilings) -> None:
        self._process = process
        self._folders = folders
        self._ceilings = ceilings
        self._begun = sum(_disk_usage(folder).size for folder in folders) if ceilings.disk else 0
        self._free = _free(folders) if ceilings.disk else 0
        self._kept = kernel_memory.kept_for_all() if ceilings.memory else 0
        self._next_disk = time.monotonic() + 4 * _LOOK

    @property
    def pause(self) -> float:
        """Seconds to wait before the next call of `excess`."""
        return _LOOK

    def excess(self) -> str:
        """Check what the command uses now; return a text that says what exceeds its ceiling, or ""."""
        ceilings = self._ceilings
        # The keeper, the namespace's first process and a tier's own come on top.
        threads = most_threads(ceilings.processes) + _WORKERS if ceilings.processes else _ENTRIES
        processes = family(self._process, threads)
        if ceilings.processes and len(processes.processes) > ceilings.processes + _WORKERS:
            return f"more than {ceilings.processes} processes"
        if ceilings.processes and len(processes.threads) > threads:
            return f"more than {most_threads(ceilings.processes)} threads"
        if ceilings.memory and self._memory(processes) > ceilings.memory:
            return f"more than {ceilings.memory >> 20} MiB of memory in all"
        if ceilings.memory and self._kernel_memory_grew():
            return f"more than {ceilings.memory >> 20} MiB of the kernel's memory"
        now = time.monotonic()
        over = ""
        if ceilings.disk and now >= self._next_disk:
            over = self._disk(processes)
            self._next_disk = time.monotonic() + max(4 * _LOOK, _SHARE * (time.monotonic() - now))
        return over

    def _memory(self, processes: Family) -> int:
        """Return the bytes of memory to compare with the ceiling.

        Shared memory, and what pipes and sockets hold, take longer to measure and are left out where they
        cannot make the total too large.
        """
        ceiling, size = self._ceilings.memory, processes.private
        if size + processes.shared > ceiling:
            size += shared_memory(processes.processes)
        room = ceiling - size
        return size + (kernel_memory.pipes_and_sockets(processes.threads, room) if room >= 0 else 0)

    def _kernel_memory_grew(self) -> bool:
        """Return whether the kernel keeps more for all processes than it did, by more than the ceiling."""
        grown = kernel_memory.kept_for_all() - self._kept
        return self._kept > 0 and grown > max(self._ceilings.memory, _KERNEL_MEMORY)

    def _disk(self, processes: Family) -> str:
        """Check the disk that files take, including deleted files that a process still has open.

        Where some files cannot be measured, the loss of free disk since the start is compared with the
        ceiling too. Returns a text that says what is too much, or "".
        """
        ceiling = self._ceilings.disk
        looks = [_disk_usage(folder) for folder in self._folders]
        nameless, hidden = deleted_files(processes.threads)
        if sum(look.size for look in looks) + nameless - self._begun > ceiling:
            return f"more than {ceiling >> 20} MiB written"
        if any(look.entries > _ENTRIES for look in looks):
            return f"more than {_ENTRIES} files"
        lost = self._free - _free(self._folders)
        hidden = hidden or any(look.closed for look in looks)
        if lost > ceiling and (hidden or maps_deleted(processes.processes)):
            return f"more than {ceiling >> 20} MiB of the disk gone, and files that cannot be seen"
        return ""


@dataclass(frozen=True)
class _DiskUsage:
    """Bytes of disk and number of entries under a folder; `closed` is True where some of it cannot be read."""

    size: int
    entries: int
    closed: bool


def _disk_usage(folder: Path) -> _DiskUsage:
    """Measure what is under a folder as far as it can be read; stops after more than `_ENTRIES` entries."""
    size = entries = 0
    closed = False
    waiting = [str(folder)]
    while waiting and entries <= _ENTRIES:
        try:
            with os.scandir(waiting.pop()) as entries_here:
                for entry in entries_here:
                    entries += 1
                    size += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError:  # it is closed to us, or deeper than a path reaches
            closed = True
    return _DiskUsage(size, entries, closed)


def _free(folders: Sequence[Path]) -> int:
    """Return the free bytes on the disks of these folders; each disk counts once."""
    disks: dict[int, int] = {}
    for folder in folders:
        try:
            disk = os.statvfs(folder)
            disks.setdefault(os.stat(folder).st_dev, disk.f_bavail * disk.f_frsize)
        except OSError:
            continue
    return sum(disks.values())
