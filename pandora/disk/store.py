"""The documents of a workspace: read whole, changed by splicing, and never over a person's edit."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pandora.disk.atomic import ChangedError, read_stable, replace_file, write_blob, write_new
from pandora.disk.layout import Workspace
from pandora.errors import DiskError, PandoraError, UsageError
from pandora.text.document import Document, parse_document

Edit = Callable[[Document], Document]


class EditedError(PandoraError):
    """A person changed the very section that the engine was about to write; theirs is kept."""

    exit_code = 3

    def __init__(self, document: Document, conflict: str) -> None:
        super().__init__(
            f"{document.path}:1: you changed what was being written; the engine's text is in {conflict}"
        )
        self.document = document


@dataclass(frozen=True)
class Store:
    """Reads and writes one workspace's state documents."""

    workspace: Workspace

    def exists(self, document_id: str) -> bool:
        """True where the document's file is there, or in the archive."""
        return self.workspace.find(document_id).is_file()

    def load(self, document_id: str) -> Document:
        """A document by its id; UsageError where there is none, DocumentError where it is not whole."""
        path = self.workspace.find(document_id)
        try:
            data = read_stable(path)
        except FileNotFoundError:
            raise UsageError(
                f"{self.workspace.relative(path)} does not exist; `pandora ls` lists the runs"
            ) from None
        except OSError as error:
            raise DiskError(f"{path}:1: {error.strerror}; mend it, then resume") from error
        return self._parse(path, data)

    def create(self, document_id: str, document: Document) -> Document:
        """Write a new document; raises DiskError where its name is taken."""
        path = self.workspace.document(document_id)
        if not path.parent.is_dir():
            raise DiskError(f"{path.parent}:1: the folder is gone; `pandora init` makes it again")
        try:
            write_new(path, encode(document))
        except ChangedError:
            raise DiskError(f"{path}:1: there is such a document already; move it away") from None
        return document

    def save(self, document: Document, edit: Edit) -> Document:
        """Apply `edit` to the document and write it, on top of whatever a person saved meanwhile.

        Where the person changed a section that `edit` changes too, theirs stays, the engine's text goes
        to a conflict copy beside it, and EditedError is raised.
        """
        path = self.workspace.root / document.path
        document_id = path.stem
        while True:
            new = edit(document)
            if new.text == document.text:
                return document
            try:
                replace_file(path, encode(new), encode(document))
                return new
            except ChangedError as changed:
                theirs = self._after(path, changed.found)
                clash = _touched(document, new) & _touched(document, theirs)
                if clash:
                    raise EditedError(theirs, self._conflict(document_id, new)) from None
                document = theirs

    def keep(self, text: str) -> str:
        """Store a long result once by its content; returns its path from `state/`."""
        return self.keep_bytes(text.encode("utf-8", "surrogateescape"))

    def keep_bytes(self, data: bytes) -> str:
        """Store content once; returns its path from `state/`."""
        return f"blobs/{write_blob(self.workspace.blobs, data)}"

    def kept(self, name: str) -> bytes:
        """What `keep` stored under `name`; DiskError where it is gone or not what its name says."""
        path = self.workspace.state / name
        try:
            data = path.read_bytes()
        except OSError as error:
            raise DiskError(
                f"{path}:1: {error.strerror}; restore it, or delete the section that names it"
            ) from None
        if not sha256(data).hexdigest().startswith(path.name):
            raise DiskError(
                f"{path}:1: its content is not what its name says; delete the section that names it"
            )
        return data

    def _after(self, path: Path, found: bytes | None) -> Document:
        if found is not None:
            return self._parse(path, found)
        for _ in range(200):
            if path.is_file():
                return self.load(path.stem)
            time.sleep(0.005)  # an editor that renames leaves no file for a moment
        raise DiskError(f"{path}:1: the document was removed while its loop ran; restore it, then resume")

    def _parse(self, path: Path, data: bytes) -> Document:
        return parse_document(data.decode("utf-8", "surrogateescape"), self.workspace.relative(path))

    def _conflict(self, document_id: str, new: Document) -> str:
        step = str(new.meta.get("phase", "step"))
        for number in range(1, 1000):
            path = self.workspace.state / f"{document_id}.conflict-{step}-{number}.md"
            try:
                write_new(path, encode(new))
            except ChangedError:
                continue
            return self.workspace.relative(path)
        raise DiskError(f"{self.workspace.state}:1: too many conflict copies of {document_id}; tidy them up")


def encode(document: Document) -> bytes:
    """A document's bytes, exactly as they were read."""
    return document.text.encode("utf-8", "surrogateescape")


def _touched(before: Document, after: Document) -> set[int]:
    return {number for number in before.sections if before.digest(number) != after.digest(number)}
