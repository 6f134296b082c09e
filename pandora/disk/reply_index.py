"""An index of the documents that hold the reply to a prompt: derived, and never trusted over a document."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.records import section_records, try_records
from pandora.document.state_document import Document
from pandora.errors import PandoraError
from pandora.regular_file import open_own, open_regular

MOST_DOCUMENTS = 2000
"""The most documents in state/ from which a missing index is made anew; with more it begins empty."""
MOST_ADDRESSES = 4
"""The most addresses that are given for one key, the newest first."""
_READ = 4 << 20
"""The most bytes of one file of the index that are read, from its end."""
_LINE = re.compile(rb"(?P<key>[0-9a-f]{16}) (?P<document>[a-z0-9_.-]+) (?P<part>[a-z]+) (?P<number>\d+)")


@dataclass(frozen=True)
class ReplyAddress:
    """Where a reply is: `section` 2 of a document, or the arguments of its `try` 1."""

    document: str
    part: str
    number: int


@dataclass(frozen=True)
class ReplyIndex:
    """The index of one workspace: one line for each reply, in 4096 files by the key's first three digits.

    So looking up a key costs the same with a hundred thousand documents. Lines are appended whole and never
    changed. Any process may append; a lost or torn line costs a model call and nothing else.
    """

    workspace: Workspace

    @property
    def folder(self) -> Path:
        """Where the index is; it can be deleted at any time."""
        return self.workspace.derived / "cache"

    def find(self, key: str) -> Iterator[ReplyAddress]:
        """The addresses that may hold the reply to `key`, the newest first; the caller checks each document."""
        if not self.folder.is_dir():
            self.rebuild()
        try:
            lines = _end_of(self.folder / key[:3]).split(b"\n")
        except OSError:
            return
        start, left = key.encode(), MOST_ADDRESSES
        for line in reversed(lines):
            match = _LINE.fullmatch(line) if line.startswith(start) else None
            if match and left:
                left -= 1
                yield ReplyAddress(match["document"].decode(), match["part"].decode(), int(match["number"]))

    def add(self, entries: Iterable[tuple[str, ReplyAddress]]) -> None:
        """Add replies to the index; where the disk refuses that, they are only not found later."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            for key, place in entries:
                line = f"{key} {place.document} {place.part} {place.number}\n".encode()
                path = self.folder / key[:3]
                handle = open_own(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
                try:
                    os.write(handle, line)
                finally:
                    os.close(handle)

    def rebuild(self) -> None:
        """Make the index from the documents, where there are not too many."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
        try:
            names = [name for name in os.listdir(self.workspace.state) if name.endswith(".md")]
        except OSError:
            return
        store = Store(self.workspace)
        for name in sorted(names) if len(names) <= MOST_DOCUMENTS else ():
            document_id = name.removesuffix(".md")
            with suppress(PandoraError, OSError):
                self.add(list(replies_in(store.load(document_id), document_id)))


def _end_of(path: Path) -> bytes:
    with open_regular(path) as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - _READ))
        return file.read(_READ)


def replies_in(document: Document, document_id: str) -> Iterator[tuple[str, ReplyAddress]]:
    """The model's replies that a document holds, each with the digest of its prompt."""
    for number, record in section_records(document).items():
        if record.by == "model" and number != 3:
            yield record.prompt, ReplyAddress(document_id, "section", number)
    for number, record in try_records(document).items():
        if record.by == "model":
            yield record.key, ReplyAddress(document_id, "try", number)
