"""What a running command uses, looked at from outside while it runs: processes, memory and disk."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_LOOK = 0.05
"""Seconds between two looks at the processes."""
_SHARE = 20
"""A look at the disk waits at least this many times what the last one took."""
_ENTRIES = 100_000
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Ceilings:
    """The most that all processes of a command may use together; 0 is no ceiling."""

    processes: int = 0
    memory: int = 0
    disk: int = 0


class Watch:
    """Says what a command has too much of; rlimits hold for one process and not at all for root's count."""

    def __init__(self, process: int, folders: Sequence[Path], ceilings: Ceilings) -> None:
        self._process = process
        self._folders = folders
        self._ceilings = ceilings
        self._begun = {folder: _taken(folder)[0] for folder in folders} if ceilings.disk else {}
        self._next_disk = time.monotonic() + 4 * _LOOK

    @property
    def pause(self) -> float:
        """Seconds until the next look is due."""
        return _LOOK

    def excess(self) -> str:
        """What there is too much of, or ""."""
        ceilings = self._ceilings
        if ceilings.processes or ceilings.memory:
            count, memory = _family(self._process, 2 * ceilings.processes + 16)
            # The keeper, the namespace's first process and a tier's own come on top.
            if ceilings.processes and count > ceilings.processes + 4:
                return f"more than {ceilings.processes} processes"
            if ceilings.memory and memory > ceilings.memory:
                return f"more than {ceilings.memory >> 20} MiB of memory in all"
        now = time.monotonic()
        if ceilings.disk and now >= self._next_disk:
            for folder in self._folders:
                taken, entries = _taken(folder)
                if taken - self._begun[folder] > ceilings.disk:
                    return f"more than {ceilings.disk >> 20} MiB written"
                if entries > _ENTRIES:
                    return f"more than {_ENTRIES} files"
            self._next_disk = time.monotonic() + max(4 * _LOOK, _SHARE * (time.monotonic() - now))
        return ""


def _family(first: int, most: int) -> tuple[int, int]:
    """How many descendants a process has, counted up to `most`, and the bytes that are theirs alone."""
    waiting, count, memory = [first], 0, 0
    while waiting and count <= most:
        process = waiting.pop()
        try:
            with open(f"/proc/{process}/statm", encoding="ascii") as file:
                _, resident, shared, *_ = (int(word) for word in file.read().split())
            for thread in os.listdir(f"/proc/{process}/task"):  # each knows only what it started itself
                with open(f"/proc/{process}/task/{thread}/children", encoding="ascii") as file:
                    waiting += [int(word) for word in file.read().split()]
        except (OSError, ValueError):
            continue
        memory += (resident - shared) * _PAGE
        count += 1
    return count, memory


def _taken(folder: Path) -> tuple[int, int]:
    """Bytes of disk and entries under a folder, as far as they can be seen; stops at far too many."""
    taken = entries = 0
    waiting = [str(folder)]
    while waiting and entries <= _ENTRIES:
        try:
            with os.scandir(waiting.pop()) as found:
                for entry in found:
                    entries += 1
                    taken += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
        except OSError:
            continue
    return taken, entries
