"""A control group of Linux (cgroup v2) around a command: the kernel bounds the memory and threads of it all.

It counts what nobody can see from outside, too: what waits in sockets and pipes, locks of files, tables of
pages. It can be had where this user may make one beside its own: as root, or in a session whose groups are the
user's.
"""

from __future__ import annotations

import functools
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from pandora.sandbox.confine import most_threads
from pandora.sandbox.resource_usage import Ceilings

_ROOT = Path("/sys/fs/cgroup")
_CONTROLLERS = {"memory", "pids"}
_OWN_GROUP = Path("/proc/self/cgroup")
_MOUNTS = Path("/proc/self/mountinfo")
_NAME = "pandora"
_WORKERS = 64 << 20
"""Bytes of memory, and below it threads, for the processes of the sandbox itself, which are in the group."""
_ENTER = 'echo 0 > "$0" && exec "$@"'
_TRIES, _PAUSE = 50, 0.01


@dataclass(frozen=True)
class ControlGroup:
    """A group that was made for one command, and the bytes of memory that the command was promised."""

    folder: Path
    memory: int

    @property
    def command(self) -> list[str]:
        """The beginning of a command line whose rest is then run in this group."""
        return ["/bin/sh", "-c", _ENTER, str(self.folder / "cgroup.procs")]

    def excess(self) -> str:
        """Return a text that says which ceiling the kernel ended the command for, or ""."""
        if _count(self.folder / "memory.events", "oom_kill"):
            return f"more than {self.memory >> 20} MiB of memory in all"
        return ""


@contextmanager
def around(ceilings: Ceilings, folders: Sequence[Path]) -> Iterator[ControlGroup | None]:
    """Make a group with these ceilings for a command that writes into `folders`; end all in it afterwards.

    Yields None where no group can be had.
    """
    above = parent()
    try:
        group = None if above is None else _make(above, ceilings, folders)
    except OSError:
        group = None
    try:
        yield group
    finally:
        if group is not None:
            _remove(group.folder)


def parent() -> Path | None:
    """Return the group below which one for a command can be made, or None; each process finds it out once."""
    return _working_parent(os.getpid())


@functools.lru_cache(maxsize=1)
def _working_parent(pid: int) -> Path | None:
    """Return the nearest group that has been shown to work, by running a command in one below it."""
    above = _parent()
    if above is None:
        return None
    _remove_abandoned(above)
    try:
        group = _make(above, Ceilings(64, 1 << 30, 0), ())
    except OSError:
        return None
    try:
        done = subprocess.run([*group.command, "true"], capture_output=True, check=False, timeout=5, cwd="/")
    except (OSError, subprocess.SubprocessError):
        return None
    finally:
        _remove(group.folder)
    return above if done.returncode == 0 else None


def _parent() -> Path | None:
    """Return the nearest group that hands the controllers on and may be written: its own, or one above it.

    The kernel lets no group that has processes hand controllers on, so it is mostly the one above.
    """
    if sys.platform != "linux":
        return None
    own = ""
    with suppress(OSError):
        lines = _OWN_GROUP.read_text(encoding="utf-8").splitlines()
        own = next((line.removeprefix("0::/") for line in lines if line.startswith("0::/")), "")
    if ".." in own.split("/"):  # this process's group is outside of what is mounted here
        return None
    folder = _ROOT / own
    for group in (folder, *folder.parents):
        with suppress(OSError):
            given = (group / "cgroup.subtree_control").read_text(encoding="ascii").split()
            usable = all(os.access(path, os.W_OK) for path in (group, group / "cgroup.procs"))
            if usable and set(given) >= _CONTROLLERS:
                return group
        if group == _ROOT:
            return None
    return None


def _make(above: Path, ceilings: Ceilings, folders: Sequence[Path]) -> ControlGroup:
    folder = above / f"{_NAME}-{os.getpid()}-{secrets.token_hex(4)}"
    folder.mkdir()
    try:
        if ceilings.memory:
            # What lies on a disk in memory counts as memory, and has the ceiling of the disk.
            written = ceilings.disk if any(map(_is_in_memory, folders)) else 0
            _write(folder / "memory.max", ceilings.memory + written + _WORKERS)
            _write(folder / "memory.oom.group", 1)
            with suppress(OSError):  # where the kernel does not count what is swapped out
                _write(folder / "memory.swap.max", 0)
        if ceilings.processes:
            _write(folder / "pids.max", most_threads(ceilings.processes) + 8)
    except OSError:
        _remove(folder)
        raise
    return ControlGroup(folder, ceilings.memory)


def _write(path: Path, value: int) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(str(value))


def _is_in_memory(folder: Path) -> bool:
    """Return whether `folder` lies on a disk that is memory (tmpfs, ramfs)."""
    with suppress(OSError):
        device = os.stat(folder).st_dev
        number = f"{os.major(device)}:{os.minor(device)}"
        for line in _MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines():
            kind = line.partition(" - ")[2].split(" ", 1)[0]
            if line.split()[2] == number and kind in ("tmpfs", "ramfs"):
                return True
    return False


def _count(path: Path, name: str) -> int:
    with suppress(OSError, ValueError):
        for line in path.read_text(encoding="ascii").splitlines():
            key, _, value = line.partition(" ")
            if key == name:
                return int(value)
    return 0


def _remove(folder: Path) -> None:
    """End what is in the group and remove it; what cannot be removed now is tidied by a later process."""
    for _ in range(_TRIES):
        with suppress(OSError):
            _write(folder / "cgroup.kill", 1)
        try:
            folder.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            time.sleep(_PAUSE)  # a process that was killed needs a moment to be gone
        else:
            return


def _remove_abandoned(above: Path) -> None:
    """Remove the empty groups that processes which are gone left below `above`."""
    with suppress(OSError):
        for folder in above.glob(f"{_NAME}-*-*"):
            with suppress(OSError, ValueError):
                if not _lives(int(folder.name.split("-")[1])):
                    folder.rmdir()


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
