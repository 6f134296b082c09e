"""What editors leave beside a file while it has changes that are not saved yet: vim, nano, emacs and joe."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from pandora.disk import processes

_LINK = re.compile(r"^(?P<who>.*)@(?P<host>[^@]*)\.(?P<pid>\d+)(?::\d+)?$", re.S)
_PID, _HOST, _CHANGED = slice(24, 28), slice(68, 108), 1007
"""Places in the first block of a vim swap file (`struct block0` of vim's memline.c), which nano writes too."""
_SWAPS = [f"sw{letter}" for letter in "ponmlkjihgfedcba"]


@dataclass(frozen=True)
class Unsaved:
    """A document that somebody is changing: the lock file that says so, and the process where it is known."""

    lock: Path
    pid: int | None = None

    def __str__(self) -> str:
        who = f" by process {self.pid}" if self.pid else ""
        remedy = "save it or close the editor" if self.pid else f"save it, or delete {self.lock.name}"
        return f"is being edited{who} and has unsaved changes; {remedy} and the run goes on"


def unsaved(path: Path) -> Unsaved | None:
    """Who has changes of `path` that are not saved, by the lock or swap file beside it; None for nobody.

    The lock of a process that is gone counts for nothing, nor does the swap file of a vim or nano that only
    shows the file. One that cannot be read, or comes from another machine, is believed.
    """
    folder, name = os.path.split(path)
    return _by_link(f"{folder}/.#{name}") or _by_swap(folder, name)


def _by_link(lock: str) -> Unsaved | None:
    """Emacs and joe: a link that leads to `person@host.pid:boot` and nowhere."""
    try:
        told = os.readlink(lock)
    except FileNotFoundError:
        return None
    except OSError:
        try:
            told = Path(lock).read_text(encoding="utf-8", errors="replace").strip()  # a disk without links
        except FileNotFoundError:
            return None
        except OSError:
            return Unsaved(Path(lock))
    found = _LINK.match(told)
    if found is None:
        return Unsaved(Path(lock))
    return _if_alive(Path(lock), int(found["pid"]), found["host"])


def _by_swap(folder: str, name: str) -> Unsaved | None:
    """Vim and nano: `.NAME.swp`, or an earlier letter where that one was taken."""
    for ending in _SWAPS:
        lock = f"{folder}/.{name}.{ending}"
        try:
            with open(lock, "rb") as file:
                block = file.read(_CHANGED + 1)
        except FileNotFoundError:
            return None
        except OSError:
            return Unsaved(Path(lock))
        if len(block) <= _CHANGED or block[:1] != b"b":
            return Unsaved(Path(lock))
        pid = int.from_bytes(block[_PID], "little")
        host = block[_HOST].split(b"\0")[0].decode("utf-8", "replace")
        if block[_CHANGED] and (found := _if_alive(Path(lock), pid, host)):
            return found
    return None


def _if_alive(lock: Path, pid: int, host: str) -> Unsaved | None:
    # Vim keeps 39 bytes of the name; some editors keep what stands before its first dot.
    here = processes.host()
    same = host in (here, here[:39], here.split(".")[0])
    return (
        None if same and pid > 0 and not processes.alive(pid) else Unsaved(lock, pid if same and pid else None)
    )
