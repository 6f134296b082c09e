"""A file that an action created, changed or removed, as a value that is not applied yet."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Change:
    """A file that an action created, changed or removed: its workspace path and its new content.

    `before` is the SHA-256 of the earlier content, or "" if there was no file; `content` is None if the
    file is to be removed.
    """

    path: str
    before: str
    content: bytes | None
