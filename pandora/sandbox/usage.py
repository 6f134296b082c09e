"""Measure from outside what a running command uses: processes, memory and disk."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pandora.sandbox.process_tree import Family, deleted_files, family, maps_deleted, shared_memory

_LOOK = 0.05
"""Seconds between two checks of the processes."""
_SHARE = 20
"""The disk is checked again only after this many times as long as the last check took."""
_ENTRIES = 100_000


@dataclass(frozen=True)
class Ceilings:
    """The most that all processes of a command may use together; 0 means no limit.

    `memory` and `disk` are bytes.
    """

    processes: int = 0
    memory: int = 0
    disk: int = 0


class Watch:
    """Checks a running command against its ceilings.

    Rlimits are not enough: they limit each process alone, and never the number of root's processes.
    """

    def __init__(self, process: int, folders: Sequence[Path], ceilings: Ceilings) -> None:
        self._process = process
        self._folders = folders
        self._ceilings = ceilings
        self._begun = sum(_disk_usage(folder).size for folder in folders) if ceilings.disk else 0
        self._free = _free(folders) if ceilings.disk else 0
        self._next_disk = time.monotonic() + 4 * _LOOK

    @property
    def pause(self) -> float:
        """Seconds to wait before the next call of `excess`."""
        return _LOOK

    def excess(self) -> str:
        """Check what the command uses now; return a text that says what exceeds its ceiling, or ""."""
        ceilings = self._ceilings
        processes = family(self._process, 2 * ceilings.processes + 16 if ceilings.processes else _ENTRIES)
        # The keeper, the namespace's first process and a tier's own come on top.
        if ceilings.processes and len(processes.processes) > ceilings.processes + 4:
            return f"more than {ceilings.processes} processes"
        if ceilings.memory and self._memory(processes) > ceilings.memory:
            return f"more than {ceilings.memory >> 20} MiB of memory in all"
        now = time.monotonic()
        over = ""
        if ceilings.disk and now >= self._next_disk:
            over = self._disk(processes)
            self._next_disk = time.monotonic() + max(4 * _LOOK, _SHARE * (time.monotonic() - now))
        return over

    def _memory(self, processes: Family) -> int:
        """Return the bytes of memory to compare with the ceiling.

        Shared memory takes longer to measure and is left out where it cannot make the total too large.
        """
        if processes.private + processes.shared <= self._ceilings.memory:
            return processes.private
        return processes.private + shared_memory(processes.processes)

    def _disk(self, processes: Family) -> str:
        """Check the disk that files take, including deleted files that a process still has open.

        Where some files cannot be measured, the loss of free disk since the start is compared with the
        ceiling too. Returns a text that says what is too much, or "".
        """
        ceiling = self._ceilings.disk
        looks = [_disk_usage(folder) for folder in self._folders]
        nameless, hidden = deleted_files(processes.processes)
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
    taken = entries = 0
    closed = False
    waiting = [str(folder)]
    while waiting and entries <= _ENTRIES:
        try:
            with os.scandir(waiting.pop()) as entries_here:
                for entry in entries_here:
                    entries += 1
                    taken += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError:  # it is closed to us, or deeper than a path reaches
            closed = True
    return _DiskUsage(taken, entries, closed)


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
