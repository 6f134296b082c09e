"""Read the beginning of a workspace file up to a limit, and find out whether it is text."""

from __future__ import annotations

import codecs
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pandora.errors import DiskError, RefusedError

_SNIFFED = 8192


@dataclass(frozen=True)
class Head:
    """The first bytes of a file, and the size of the whole file in bytes."""

    raw: bytes
    size: int

    @property
    def whole(self) -> bool:
        """Whether `raw` is the whole file."""
        return len(self.raw) >= self.size

    @property
    def binary(self) -> bool:
        """Whether the file is not text: it has a NUL near its beginning and is not UTF-16."""
        return b"\0" in self.raw[:_SNIFFED] and self.raw[:2] not in (b"\xff\xfe", b"\xfe\xff")

    @property
    def encoding(self) -> str:
        """The likely encoding: UTF-16 by its byte order mark, UTF-8 if it mostly decodes, else cp1252."""
        if self.raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return "utf-16"
        if self.raw[:3] == codecs.BOM_UTF8:
            return "utf-8-sig"
        try:
            codecs.getincrementaldecoder("utf-8")().decode(self.raw, final=self.whole)
        except UnicodeDecodeError:
            # One broken byte in a long text is an accident; a text in another encoding breaks all over.
            return "utf-8-sig" if self.raw.count(b"\0") or _is_mostly_utf8(self.raw) else "cp1252"
        return "utf-8-sig"

    @property
    def text(self) -> str:
        """The bytes as text; if the file was cut off, only whole lines."""
        raw, encoding = self.raw, self.encoding
        if not self.whole and encoding != "utf-16" and b"\n" in raw:
            raw = raw[: raw.rindex(b"\n") + 1]
        return raw.decode(encoding, "replace").replace("\r\n", "\n")


def _is_mostly_utf8(raw: bytes) -> bool:
    """Return whether most of the bytes above ASCII are valid UTF-8."""
    text = raw.decode("utf-8", "replace")
    return sum(1 for letter in text if letter > "\x7f" and letter != "\ufffd") > text.count("\ufffd")


def tail(path: Path, limit: int, encoding: str) -> str:
    """Return the last whole lines of a plain file, at most `limit` bytes; DiskError if it cannot be read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            file.seek(max(0, os.fstat(descriptor).st_size - limit + limit % 2))
            raw = file.read(limit)
    except OSError as error:
        raise DiskError(f"{path.name}: not read: {error.strerror}") from error
    if encoding == "utf-16":
        encoding = "utf-16-le"
    elif b"\n" in raw[:-1]:
        raw = raw[raw.index(b"\n") + 1 :]
    return raw.decode(encoding, "replace").replace("\r\n", "\n")


def head(path: Path, limit: int) -> Head:
    """Read at most `limit` bytes of a plain file; `path` itself is not followed if it is a link.

    Raises RefusedError if this user may not read it, DiskError for every other failure.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            return Head(file.read(limit), os.fstat(descriptor).st_size)
    except PermissionError as error:
        raise RefusedError(f"{path.name}: not readable by this user") from error
    except OSError as error:
        raise DiskError(f"{path.name}: not read: {error.strerror}") from error


def folder_listing(
    folder: Path, limit: int, hides: Callable[[str], bool] | None = None
) -> tuple[list[str], int]:
    """Return at most `limit` names in a folder, and the number of names left out.

    Folders end with a slash, files are followed by their size. Names for which `hides` is true are neither
    shown nor counted.
    """
    names = []
    with os.scandir(folder) as entries:
        shown = (entry for entry in entries if hides is None or not hides(entry.name))
        ordered = sorted(shown, key=lambda entry: entry.name)
    for entry in ordered[:limit]:
        name = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in entry.name)
        if entry.is_dir(follow_symlinks=False):
            names.append(f"{name}/")
        else:
            names.append(f"{name} ({human_size(entry.stat(follow_symlinks=False).st_size)})")
    return names, max(0, len(ordered) - limit)


def human_size(count: int) -> str:
    """Return a number of bytes in readable form, such as "3 KiB"."""
    if count < 1024:
        return f"{count} bytes"
    return f"{count / 1024:.0f} KiB" if count < 1 << 20 else f"{count / (1 << 20):.1f} MiB"


def plain_bytes(path: Path) -> tuple[bytes, int]:
    """Return the content of a plain file and its permissions; RefusedError if `path` is no plain file."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        raise RefusedError(f"{path.name}: not read: {error.strerror}") from error
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)  # `open` does not accept the descriptor of a folder
        raise RefusedError(f"{path.name}: not a plain file")
    with open(descriptor, "rb") as file:
        return file.read(), stat.S_IMODE(status.st_mode) & 0o777
