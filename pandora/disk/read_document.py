"""Documents read from disk whole, also while a person's editor is in the middle of saving them."""

from __future__ import annotations

import os
import time
from pathlib import Path

from pandora.disk.atomic import read_stable
from pandora.document.state_document import Document, parse_document
from pandora.errors import DocumentError

PATIENCE = 50
"""How often a document that is half saved is looked at again, every 10 ms: an editor that writes in place
empties it first, and one that renames leaves no file for a moment."""
RECENT = 2.0
"""Seconds for which a document that is not whole may be one that is being saved."""


def encode(document: Document) -> bytes:
    """A document's bytes, exactly as they were read."""
    return document.data


def decode(data: bytes, shown: str) -> Document:
    """The document that `data` holds; raises DocumentError, with the path `shown`, where it is not whole."""
    return parse_document(data.decode("utf-8", "surrogateescape"), shown)


def read_document(path: Path, shown: str, patience: int = 1) -> Document:
    """A document, looked for `patience` times until it is there and whole.

    Raises FileNotFoundError, DocumentError with the path `shown`, OSError, or DiskError where it never
    stands still.
    """
    for turn in range(patience):
        try:
            return decode(read_stable(path), shown)
        except (FileNotFoundError, DocumentError):
            if turn == patience - 1:
                raise
            time.sleep(0.01)
    raise AssertionError("patience is at least 1")


def being_saved(path: Path) -> bool:
    """True where the file was changed a moment ago, or an editor moved it to `NAME~` to write it anew."""
    return any(_recent(each) for each in (path, f"{path}~"))


def _recent(path: Path | str) -> bool:
    try:
        status = os.stat(path)
    except OSError:
        return False
    return abs(time.time() - max(status.st_mtime, status.st_ctime)) < RECENT
