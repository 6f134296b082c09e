"""Files beside a document while it is written: their names say what they should hold, so none is lost."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pandora.disk import liveness

_NAME = re.compile(
    r"^\.(?P<target>.+)\.(?P<pid>\d+)\.[0-9a-f]{8}\.(?:part|(?P<old>[0-9a-f]{16})\.(?P<new>[0-9a-f]{16})\.tmp)$"
)


@dataclass(frozen=True)
class Aside:
    """A whole file beside the document `target`: before the exchange its new text, after it what came out.

    Its name has the digests of the text that was expected and of the new one; what holds neither is a
    person's, caught between two names.
    """

    path: Path
    target: str
    pid: int
    old: str
    new: str

    def is_ours(self, data: bytes) -> bool:
        """True where the engine wrote or expected that text."""
        return short(data) in (self.old, self.new)


def unfinished(path: Path) -> Path:
    """A name beside `path` for a text that is not whole yet; whatever holds it may be deleted."""
    return path.parent / f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}.part"


def finished(part: Path, old: bytes, new: bytes) -> Path:
    """The name that an unfinished text takes when it is whole and synced, before any exchange."""
    return part.with_name(f"{part.name.removesuffix('part')}{short(old)}.{short(new)}.tmp")


def short(data: bytes) -> str:
    """Sixteen hex digits of a text's SHA-256."""
    return sha256(data).hexdigest()[:16]


def left_behind(folder: Path, run: str) -> Iterator[Aside | Path]:
    """What engines that are gone left beside one run's documents: unfinished texts as paths, whole ones apart.

    Only the names of the folder are read. Raises OSError.
    """
    for name in sorted(os.listdir(folder)):
        if not name.startswith(".") or f"-{run}" not in name or (found := _NAME.match(name)) is None:
            continue
        pid = int(found["pid"])
        if pid != os.getpid() and liveness.alive(pid):
            continue
        path = folder / name
        yield Aside(path, found["target"], pid, found["old"], found["new"]) if found["old"] else path


def aside(path: Path) -> Aside:
    """An aside by its path."""
    found = _NAME.match(path.name)
    assert found is not None, path
    return Aside(path, found["target"], int(found["pid"]), found["old"], found["new"])
