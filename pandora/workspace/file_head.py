"""Read the beginning of a workspace file up to a limit, and find out whether it is text."""

from __future__ import annotations

import codecs
import io
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pandora.errors import DiskError, RefusedError
from pandora.regular_file import open_regular
from pandora.workspace.staged_copy import COPIED

_SNIFFED = 8192
_PIECE = 1 << 16
"""The most characters of a line that are read at once."""


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


def tail(path: Path, limit: int, encoding: str, inside: Path | None = None) -> str:
    """Return the last whole lines of a plain file, at most `limit` bytes; DiskError if it cannot be read."""
    try:
        with open_regular(path, inside, links=False) as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - limit + limit % 2))
            raw = file.read(limit)
    except OSError as error:
        raise DiskError(f"{path.name}: not read: {error.strerror}") from error
    if encoding == "utf-16":
        encoding = "utf-16-le"
    elif b"\n" in raw[:-1]:
        raw = raw[raw.index(b"\n") + 1 :]
    return raw.decode(encoding, "replace").replace("\r\n", "\n")


def lines_between(
    path: Path, first: int, last: int | None, encoding: str, limit: int, most: int, inside: Path
) -> tuple[int, bool, list[str]]:
    """Return the lines `first` to `last` (None: all that follow) of a large plain file, read line by line.

    At most `limit` bytes are searched, and a little more than `most` characters kept. The first values are the
    number of lines seen, and whether they are all. Raises DiskError if the file cannot be read.
    """
    count, searched, chosen, kept = 0, 0, list[str](), 0
    try:
        with open_regular(path, inside, links=False) as raw:
            file = io.TextIOWrapper(raw, encoding=encoding, errors="replace")
            cut = False
            while searched < limit and (piece := file.readline(_PIECE)):
                searched += len(piece)
                count += not cut
                if count >= first and (last is None or count <= last) and kept <= most + 1:
                    kept += len(piece)
                    text = piece.removesuffix("\n")
                    if cut:
                        chosen[-1] += text
                    else:
                        chosen.append(text)
                cut = not piece.endswith("\n")
            return count, not file.readline(1), chosen
    except OSError as error:
        raise DiskError(f"{path.name}: not read: {error.strerror}") from error


def head(path: Path, limit: int, inside: Path | None = None) -> Head:
    """Read at most `limit` bytes of a plain file; `path` itself is not followed if it is a link.

    With `inside` no link on the way from that folder is followed either. Raises RefusedError if this user may
    not read it, DiskError for every other failure.
    """
    try:
        with open_regular(path, inside, links=False) as file:
            return Head(file.read(limit), os.fstat(file.fileno()).st_size)
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
    """Return the content of a plain file and its permissions.

    Raises RefusedError if `path` is no plain file, or has more than COPIED bytes.
    """
    try:
        with open_regular(path, links=False) as file:
            data, mode = file.read(COPIED + 1), os.fstat(file.fileno()).st_mode
    except OSError as error:
        raise RefusedError(f"{path.name}: not read: {error.strerror}") from error
    if len(data) > COPIED:
        raise RefusedError(f"{path.name}: too large to be kept for `pandora undo`; change it yourself")
    return data, stat.S_IMODE(mode) & 0o777
