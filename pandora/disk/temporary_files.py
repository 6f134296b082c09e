"""Names of the temporary files beside a document while it is written; they say what each file should hold."""

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
class TemporaryFile:
    """A whole temporary file beside `target`: it holds the new text before the exchange, the old text after it.

    Its name has the digests of the expected old text (`old`) and of the new text (`new`). A file with another
    content is a person's save that the exchange displaced.
    """

    path: Path
    target: str
    old: str
    new: str

    def is_ours(self, data: bytes) -> bool:
        """True where the engine wrote or expected that text."""
        return short_digest(data) in (self.old, self.new)


def unfinished_name(path: Path) -> Path:
    """A new path beside `path` for a text that is not whole yet; a file of such a name may be deleted."""
    folder, name = os.path.split(path)
    return Path(f"{folder}/.{name}.{os.getpid()}-{_this_machine()}.{os.urandom(4).hex()}.part")


def finished_name(part: Path, old: bytes, new: bytes) -> Path:
    """The path that an unfinished file is renamed to when it is whole and synced, before any exchange."""
    return Path(f"{str(part).removesuffix('part')}{short_digest(old)}.{short_digest(new)}.tmp")


def short_digest(data: bytes) -> str:
    """Sixteen hex digits of a text's SHA-256."""
    return sha256(data).hexdigest()[:16]


def parse_name(path: Path) -> TemporaryFile | None:
    """The parts of a temporary file's name; None where it is no temporary file, or not a whole one."""
    match = _NAME.match(path.name)
    if match is None or match["old"] is None:
        return None
    return TemporaryFile(path, match["target"], match["old"], match["new"])


def abandoned_files(folder: Path, run: str = "", names: Sequence[str] | None = None) -> Iterator[Path]:
    """The temporary files in a folder whose writer is a dead process of this machine, or that are a day old.

    Those that this process itself left of `run` count too: the caller holds its lease, and writes nothing now.
    `names` is the folder's listing, where the caller has it. Raises OSError.
    """
    listed = os.listdir(folder) if names is None else names
    for name in sorted(name for name in listed if name[0] == "."):
        match = _NAME.match(name)
        if match is None:
            continue
        mine = run and f"-{run}" in match["target"] and int(match["pid"]) == os.getpid()
        if mine or _is_abandoned(folder / name, int(match["pid"]), match["host"]):
            yield folder / name


def _is_abandoned(path: Path, pid: int, host: str) -> bool:
    if host == _this_machine() and not processes.alive(pid):
        return True
    try:
        return time.time() - os.lstat(path).st_mtime > _DAY
    except FileNotFoundError:
        return False


def _this_machine() -> str:
    """Four hex digits of this machine's name: a process's number means nothing on another machine."""
    return _machine_mark(processes.host())


@functools.lru_cache(maxsize=8)
def _machine_mark(host: str) -> str:
    return sha256(host.encode()).hexdigest()[:4]
