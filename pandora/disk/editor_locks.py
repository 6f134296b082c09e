"""The lock and swap files of vim, nano, emacs and joe, which say that a file has unsaved changes."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from pandora.disk import processes
from pandora.regular_file import NotRegularError, read_regular

_LINK = re.compile(r"^(?P<who>.*)@(?P<host>[^@]*)\.(?P<pid>\d+)(?::\d+)?$", re.S)
_PID, _HOST, _CHANGED = slice(24, 28), slice(68, 108), 1007
"""Offsets in the first block of a vim swap file (`struct block0` of vim's memline.c), which nano writes too."""
_LONGEST = 4096
"""The most bytes of a lock file that are read."""
_SWAPS = [f"sw{letter}" for letter in "ponmlkjihgfedcba"]


@dataclass(frozen=True)
class UnsavedChanges:
    """An editor has unsaved changes of a document: the editor's lock file, and its process if known."""

    lock: Path
    pid: int | None = None

    def __str__(self) -> str:
        who = f" by process {self.pid}" if self.pid else ""
        remedy = "save it or close the editor" if self.pid else f"save it, or delete {self.lock.name}"
        return f"is being edited{who} and has unsaved changes; {remedy} and the run goes on"


def unsaved_changes(path: Path) -> UnsavedChanges | None:
    """The unsaved changes of `path`, by the lock or swap file beside it; None where there are none.

    The lock of a process that is gone is ignored, and so is the swap file of a vim or nano that only shows the
    file. A lock that cannot be read, or that comes from another machine, counts as unsaved changes.
    """
    folder, name = os.path.split(path)
    return _from_link(f"{folder}/.#{name}") or _from_swap(folder, name)


def _from_link(lock: str) -> UnsavedChanges | None:
    """Emacs and joe: a dangling link to `person@host.pid:boot`."""
    try:
        target = os.readlink(lock)
    except FileNotFoundError:
        return None
    except OSError:
        try:
            target = read_regular(lock, _LONGEST)[0].decode("utf-8", "replace").strip()  # a disk without links
        except (FileNotFoundError, NotRegularError):
            return None
        except OSError:
            return UnsavedChanges(Path(lock))
    match = _LINK.match(target)
    if match is None:
        return UnsavedChanges(Path(lock))
    return _if_editor_lives(Path(lock), int(match["pid"]), match["host"])


def _from_swap(folder: str, name: str) -> UnsavedChanges | None:
    """Vim and nano: `.NAME.swp`, or an earlier last letter where that name was taken."""
    for ending in _SWAPS:
        lock = f"{folder}/.{name}.{ending}"
        try:
            block, _ = read_regular(lock, _CHANGED + 1)
        except FileNotFoundError:
            return None
        except NotRegularError:
            continue  # no editor makes such a thing
        except OSError:
            return UnsavedChanges(Path(lock))
        if len(block) <= _CHANGED or block[:1] != b"b":
            return UnsavedChanges(Path(lock))
        pid = int.from_bytes(block[_PID], "little")
        host = block[_HOST].split(b"\0")[0].decode("utf-8", "replace")
        if block[_CHANGED] and (holder := _if_editor_lives(Path(lock), pid, host)):
            return holder
    return None


def _if_editor_lives(lock: Path, pid: int, host: str) -> UnsavedChanges | None:
    # Vim keeps 39 bytes of the name; some editors keep what stands before its first dot.
    own_host = processes.host()
    same = host in (own_host, own_host[:39], own_host.split(".")[0])
    return (
        None
        if same and pid > 0 and not processes.alive(pid)
        else UnsavedChanges(lock, pid if same and pid else None)
    )
