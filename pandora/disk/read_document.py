"""Reading whole documents from disk, also while a person's editor is in the middle of saving them."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pandora.disk.atomic import read_consistent
from pandora.document.state_document import Document, parse_document
from pandora.errors import DocumentError, Problem
from pandora.regular_file import size_in_words

LONGEST = 4 << 20
"""The most bytes of a document; what a run makes is far shorter, because long results are kept as blobs."""
LOOKS = 50
"""How often a document that is half saved is looked at again, every 10 ms: an editor that writes in place
empties it first, and one that renames leaves no file for a moment."""
RECENT_SECONDS = 2.0
"""Seconds after a change during which a document that is not whole counts as being saved."""


def encode(document: Document) -> bytes:
    """A document's bytes, exactly as they were read."""
    return document.data


def decode(data: bytes, shown: str) -> Document:
    """The document that `data` holds; raises DocumentError, with the path `shown`, where it is not whole."""
    if len(data) > LONGEST:
        message = f"the document is longer than {size_in_words(LONGEST)}"
        raise DocumentError(Problem(shown, 1, message, "cut it down, or move what is in it to a file"))
    return parse_document(data.decode("utf-8", "surrogateescape"), shown)


def read_document(path: Path, shown: str, patience: int = 1, known: Document | None = None) -> Document:
    """A document, read up to `patience` times until it is there and whole.

    Where the file holds what `known` does, that document comes back and nothing is parsed. Raises
    FileNotFoundError, DocumentError with the path `shown`, OSError, or DiskError where it never stands still.
    """
    for turn in range(patience):
        try:
            data = read_consistent(path, LONGEST)
            same = known is not None and known.path == shown and known.data == data
            return known if known is not None and same else decode(data, shown)
        except (FileNotFoundError, DocumentError):
            if turn == patience - 1:
                raise
            time.sleep(0.01)
    raise AssertionError("patience is at least 1")


def being_saved(path: Path) -> bool:
    """True where the file was changed a moment ago, or an editor moved it to `NAME~` to write it anew."""
    return any(_recent(place) for place in (path, f"{path}~"))


def _recent(path: Path | str) -> bool:
    try:
        status = os.stat(path)
    except OSError:
        return False
    return abs(time.time() - max(status.st_mtime, status.st_ctime)) < RECENT_SECONDS


Stamp = tuple[int, ...]
"""What changes whenever a file is written or replaced: device, inode, size, and two times in nanoseconds."""
MOST_DOCUMENTS, MOST_CHARACTERS = 256, 8 << 20
"""Documents, and characters of them in all, that the cache holds; the oldest are dropped first."""
FINE_TICK, WHOLE_SECOND_TICK = 50_000_000, 2_000_000_000
"""Nanoseconds within which two writes may get the same time: on most file systems, and on those that keep whole
seconds."""


@dataclass(frozen=True)
class DocumentCache:
    """A cache of documents: one whose file has not changed since it was read is not read again.

    A file that was written a moment before it was read is read again, because another write within the same
    tick of the clock would not show in its times; it is parsed again only where its content is another.
    Threads may share the cache.
    """

    clock: Callable[[], int] = time.time_ns
    _documents: dict[Path, tuple[Stamp, Document]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def read(self, path: Path, shown: str) -> Document:
        """The document at `path` as it is now; raises what `read_document` raises."""
        now, before = self.clock(), _stamp(path)
        with self._lock:
            stamp, document = self._documents.get(path, ((), None))
        if document is not None and stamp and stamp == before and document.path == shown:
            return document
        document = read_document(path, shown, known=document)
        settled = before and before == _stamp(path) and now - max(before[-2:]) > _tick(before)
        self._keep(path, before if settled else (), document)
        return document

    def wrote(self, path: Path, document: Document) -> None:
        """Take in what was just written to `path`: who reads it there again need not parse it."""
        self._keep(path, (), document)

    def _keep(self, path: Path, stamp: Stamp, document: Document) -> None:
        """Keep a document as the newest; one without a stamp is compared with the file before it is used."""
        with self._lock:
            self._documents.pop(path, None)
            self._documents[path] = stamp, document
            characters = sum(len(entry.text) for _, entry in self._documents.values())
            while len(self._documents) > MOST_DOCUMENTS or characters > MOST_CHARACTERS:
                oldest = next(iter(self._documents))
                characters -= len(self._documents.pop(oldest)[1].text)


def _stamp(path: Path) -> Stamp:
    try:
        status = os.stat(path)
    except OSError:
        return ()
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _tick(stamp: Stamp) -> int:
    return FINE_TICK if any(nanoseconds % 1_000_000_000 for nanoseconds in stamp[-2:]) else WHOLE_SECOND_TICK
