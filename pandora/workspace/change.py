"""A file that an action created, changed or removed, as a value that is not applied yet."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pandora.regular_file import read_regular


@dataclass(frozen=True)
class Change:
    """A file that an action created, changed or removed: its workspace path and its new content.

    `before` is the SHA-256 of the earlier content, or "" if there was no file; `content` is None if the
    file is to be removed.
    """

    path: str
    before: str
    content: bytes | None


def content_before(change: Change, workspace: Path, most: int) -> bytes:
    """The content of a changed file as the workspace has it; b"" for a new one, or one above `most` bytes."""
    if not change.before:
        return b""
    try:
        content, whole = read_regular(change.path, most, inside=workspace)
    except OSError:
        return b""
    return content if whole else b""


def described_changes(changes: Sequence[Change]) -> str:
    """Return a line that says which files were written, with their sizes, moved and removed.

    A file that is removed where another one with the same content is made was moved.
    """
    removed = {change.before: change.path for change in changes if change.content is None}
    moves: list[str] = []
    writes: list[str] = []
    for change in changes:
        if change.content is None:
            continue
        origin = None if change.before else removed.pop(hashlib.sha256(change.content).hexdigest(), None)
        if origin:
            moves.append(f"{origin} to {change.path}")
        else:
            writes.append(f"{change.path} ({len(change.content)} bytes)")
    kinds = {"wrote": writes, "moved": moves, "removed": [*removed.values()]}
    return "; ".join(f"{kind} {', '.join(files)}" for kind, files in kinds.items() if files)
