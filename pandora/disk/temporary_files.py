"""Files beside a document while it is written: their names say what they should hold, so none is lost."""

from __future__ import annotations

import functools
import os
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pandora.disk import processes

_NAME = re.compile(
    r"^\.(?P<target>.+)\.(?P<pid>\d+)-(?P<host>[0-9a-f]{4})\.[0-9a-f]{8}\."
    r"(?:part|(?P<old>[0-9a-f]{16})\.(?P<new>[0-9a-f]{16})\.tmp)$"
)
_DAY = 86400.0


@dataclass(frozen=True)
class Aside:
    """A whole file beside the document `target`: before the exchange its new text, after it what came out.

    Its name has the digests of the text that was expected and of the new one; what holds neither is a
    person's, caught between two names.
    """

    path: Path
    target: str
    old: str
    new: str

    def is_ours(self, data: bytes) -> bool:
        """True where the engine wrote or expected that text."""
        return short(data) in (self.old, self.new)


def unfinished(path: Path) -> Path:
    """A name beside `path` for a text that is not whole yet; whatever holds it may be deleted."""
    folder, name = os.path.split(path)
    return Path(f"{folder}/.{name}.{os.getpid()}-{_here()}.{os.urandom(4).hex()}.part")


def finished(part: Path, old: bytes, new: bytes) -> Path:
    """The name that an unfinished text takes when it is whole and synced, before any exchange."""
    return Path(f"{str(part).removesuffix('part')}{short(old)}.{short(new)}.tmp")


def short(data: bytes) -> str:
    """Sixteen hex digits of a text's SHA-256."""
    return sha256(data).hexdigest()[:16]


def aside(path: Path) -> Aside | None:
    """A file taken apart by its name; None for one that is no such file, or not whole."""
    found = _NAME.match(path.name)
    if found is None or found["old"] is None:
        return None
    return Aside(path, found["target"], found["old"], found["new"])


def left_behind(folder: Path, run: str = "", names: Sequence[str] | None = None) -> Iterator[Path]:
    """The files aside in a folder whose writer is gone: a dead process of this machine, or silent for a day.

    Those that this very process left of `run` count too: who asks holds its lease, and writes nothing.
    Only the folder's listing is read, unless the caller has it (`names`), and the state of the files found.
    Raises OSError.
    """
    listed = os.listdir(folder) if names is None else names
    for name in sorted(each for each in listed if each[0] == "."):
        found = _NAME.match(name)
        if found is None:
            continue
        mine = run and f"-{run}" in found["target"] and int(found["pid"]) == os.getpid()
        if mine or _is_left(folder / name, int(found["pid"]), found["host"]):
            yield folder / name


def _is_left(path: Path, pid: int, host: str) -> bool:
    if host == _here() and not processes.alive(pid):
        return True
    try:
        return time.time() - os.lstat(path).st_mtime > _DAY
    except FileNotFoundError:
        return False


def _here() -> str:
    """A mark of this machine: a process's number means nothing on another."""
    return _mark(processes.host())


@functools.lru_cache(maxsize=8)
def _mark(host: str) -> str:
    return sha256(host.encode()).hexdigest()[:4]
