"""What is in a file of the workspace: the head of it that fits, and whether it is text."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from pandora.errors import DiskError, RefusedError

_SNIFFED = 8192


@dataclass(frozen=True)
class Head:
    """The first bytes of a file, and the size of the whole."""

    raw: bytes
    size: int

    @property
    def whole(self) -> bool:
        """Whether nothing was left out."""
        return len(self.raw) >= self.size

    @property
    def binary(self) -> bool:
        """Whether it is not text: a NUL stands near its beginning, and it is no UTF-16."""
        return b"\0" in self.raw[:_SNIFFED] and self.raw[:2] not in (b"\xff\xfe", b"\xfe\xff")

    @property
    def text(self) -> str:
        """The bytes as text; of a file that was cut, whole lines only."""
        raw = self.raw
        if not self.whole and b"\n" in raw:
            raw = raw[: raw.rindex(b"\n") + 1]
        utf16 = raw[:2] in (b"\xff\xfe", b"\xfe\xff")
        return raw.decode("utf-16" if utf16 else "utf-8-sig", "replace").replace("\r\n", "\n")


def head(path: Path, limit: int) -> Head:
    """Read at most `limit` bytes of a plain file; the last name is not followed if it became a link."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            return Head(file.read(limit), os.fstat(descriptor).st_size)
    except PermissionError as error:
        raise RefusedError(f"{path.name}: not readable by this user") from error
    except OSError as error:
        raise DiskError(f"{path.name}: not read: {error.strerror}") from error


def listing(folder: Path, limit: int) -> tuple[list[str], int]:
    """The names in a folder, folders with a slash and files with their size, and how many are left out."""
    told = []
    with os.scandir(folder) as entries:
        ordered = sorted(entries, key=lambda entry: entry.name)
    for entry in ordered[:limit]:
        if entry.is_dir(follow_symlinks=False):
            told.append(f"{entry.name}/")
        else:
            told.append(f"{entry.name} ({size(entry.stat(follow_symlinks=False).st_size)})")
    return told, max(0, len(ordered) - limit)


def size(count: int) -> str:
    """A number of bytes as people say it."""
    if count < 1024:
        return f"{count} bytes"
    return f"{count / 1024:.0f} KiB" if count < 1 << 20 else f"{count / (1 << 20):.1f} MiB"
