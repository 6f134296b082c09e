"""The documents of a workspace: read whole, changed by splicing, and never over a person's edit."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import overload

from pandora.disk import processes
from pandora.disk.atomic import ChangedError, read_stable, replace_file, translated, write_blob, write_new
from pandora.disk.conflicts import EditedError, blended, holds_all, outside, touched, write_conflict
from pandora.disk.displaced import Late, Latecomers
from pandora.disk.editor_files import unsaved
from pandora.disk.layout import Workspace
from pandora.disk.read_document import PATIENCE, Readings, being_saved, decode, encode, read_document
from pandora.document.state_document import Document
from pandora.errors import DiskError, DocumentError, UsageError
from pandora.regular_file import open_regular

__all__ = ["Edit", "EditedError", "Store", "encode"]
Edit = Callable[[Document], Document]


def _nobody(document_id: str, told: str) -> None:
    """What is told where nobody watches."""


def _wait() -> None:
    time.sleep(0.2)


@dataclass(frozen=True)
class Store:
    """Reads and writes one workspace's state documents; threads may share it.

    `tell` gets a document's id and a line for whoever watches. `wait` is called again and again while a
    person's editor holds a document; it may raise to give up. What came out of an exchange is looked
    at until no editor can write to it any more: with `lingers` not at once but with the next save, or `settle`.
    `readings` are shared by stores that are to read a document once.
    """

    workspace: Workspace
    tell: Callable[[str, str], None] = _nobody
    wait: Callable[[], None] = _wait
    lingers: bool = False
    readings: Readings = field(default_factory=Readings, compare=False, repr=False)
    _late: Latecomers = field(default_factory=Latecomers, compare=False, repr=False)

    def exists(self, document_id: str) -> bool:
        """True where the document's file is there, or in the archive."""
        path = self.workspace.find(document_id)
        if os.path.isfile(path):
            return True
        if not being_saved(path):
            return False
        with suppress(FileNotFoundError, DocumentError):
            self._read(path, PATIENCE)
        return os.path.isfile(path)

    def load(self, document_id: str) -> Document:
        """A document by its id; UsageError where there is none, DocumentError where it is not whole."""
        path = self.workspace.find(document_id)
        try:
            try:
                return self.readings.read(path, self.workspace.relative(path))
            except (FileNotFoundError, DocumentError):
                if not being_saved(path):
                    raise
                return self._read(path, PATIENCE)
        except FileNotFoundError:
            raise UsageError(
                f"{self.workspace.relative(path)} does not exist; `pandora ls` lists the runs"
            ) from None
        except OSError as error:
            raise DiskError(f"{path}:1: {error.strerror}; mend it, then resume") from error

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
        to a conflict copy beside it, and EditedError is raised. Waits while the person's editor has
        changes that are not saved.
        """
        path = self.workspace.root / document.path
        merged, clashed = self._look(path, document)
        if clashed:  # it is not written: it stands beside, too
            self._late.wrote(path, None)
            raise EditedError(merged, self._conflict(path, edit(document)))
        new = self._write(path, merged, edit)
        merged, clashed = self._look(path, new, last=not self.lingers)
        self._late.wrote(path, None if clashed else new)
        if clashed:
            raise EditedError(merged, self._conflict(path, new))
        return merged

    def settle(self) -> None:
        """Look a last time at everything that came out of an exchange, and delete it.

        What a person wrote there in place goes into the document; EditedError as with `save`, after all.
        """
        told: EditedError | None = None
        for path in self._late.targets():
            merged, clashed = self._look(path, None, last=True)
            written = self._late.written.pop(path, None)  # None: it was told of
            if clashed and merged is not None and written is not None:
                told = told or EditedError(merged, self._conflict(path, written))
        if told is not None:
            raise told

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
            with open_regular(path) as file:
                data = file.read()
        except OSError as error:
            raise DiskError(
                f"{path}:1: {error.strerror}; restore it, or delete the section that names it"
            ) from None
        if not sha256(data).hexdigest().startswith(path.name):
            raise DiskError(
                f"{path}:1: its content is not what its name says; delete the section that names it"
            )
        return data

    def _read(self, path: Path, patience: int = 1) -> Document:
        return read_document(path, self.workspace.relative(path), patience)

    def _hold(self, path: Path) -> None:
        """Wait while an editor beside the document has changes of it that are not saved."""
        told = None
        while (found := unsaved(path)) is not None:
            if found != told:
                self.tell(path.stem, str(found))
                told = found
            self.wait()

    def _theirs(self, path: Path, changed: ChangedError, base: Document, new: Document) -> Document:
        """What a person saved in the place of `base`; EditedError where it cannot stand beside `new`."""
        if changed.left is not None:
            self._set_beside(path, changed.left)
        theirs = self._after(path, changed.found)
        for text in changed.also:
            if not holds_all(encode(theirs), text):
                write_conflict(self.workspace, path.stem, "saved", text)
        if touched(base, new) & touched(base, theirs):
            raise EditedError(theirs, self._conflict(path, new))
        return theirs

    def _after(self, path: Path, found: bytes | None) -> Document:
        try:
            if found is not None:
                return decode(found, self.workspace.relative(path))
        except DocumentError:
            pass  # half of it: an editor that writes in place empties the file first
        try:
            return self._read(path, PATIENCE)
        except FileNotFoundError:
            told = "the document was removed while its loop ran; restore it, then resume"
            raise DiskError(f"{path}:1: {told}") from None

    def _write(self, path: Path, document: Document, edit: Edit) -> Document:
        """Apply `edit` to the document, or to what a person saved in its place; EditedError as with `save`."""
        while True:
            new = edit(document)
            if new.text == document.text:
                return document
            self._hold(path)
            try:
                came_out = replace_file(path, encode(new), encode(document))
            except ChangedError as changed:
                if changed.shown is not None:
                    self._late.add(Late(*changed.shown, path))
                document = self._theirs(path, changed, document, new)
                continue
            if came_out is not None:
                self._late.add(Late(came_out, encode(document), path))
            return new

    @overload
    def _look(self, path: Path, document: Document, last: bool = False) -> tuple[Document, bool]: ...
    @overload
    def _look(self, path: Path, document: None, last: bool) -> tuple[Document | None, bool]: ...
    def _look(self, path: Path, document: Document | None, last: bool = False) -> tuple[Document | None, bool]:
        """Look again at what came out of a document's name.

        Returns the document with what a person wrote there meanwhile, and True where that was in the way of
        something else, which then stands beside.
        """
        clashed, still = False, list[Late]()
        try:
            while (late := self._late.take(path)) is not None:
                with translated(path), suppress(FileNotFoundError):
                    closed = self._closed(late, last)
                    if closed or late.is_old:
                        theirs = self._written_late(late, closed)
                        if theirs is not None:
                            document = document or self._read(path, PATIENCE)
                            document, clash = self._adopt(late, theirs, document)
                            clashed = clashed or clash
                        if closed:
                            os.unlink(late.path)
                        elif theirs is not None:
                            late = late.followed(encode(theirs))
                    if not closed and not last:
                        still.append(late)
        finally:
            for late in still:
                self._late.add(late)
        return document, clashed

    def _closed(self, late: Late, waits: bool) -> bool:
        """True where nobody can write to the text any more: what is read after that is final.

        Where that cannot be known, a text that was written to counts for that, or one that is old.
        """
        while not (nobody := processes.written_by_nobody(late.path)):
            if nobody is None and (late.is_old or read_stable(late.path) != late.base):
                return True
            if not waits or late.is_old:
                return False  # at the end the next `resume` looks again
            time.sleep(0.01)
        return True

    def _written_late(self, late: Late, closed: bool) -> Document | None:
        """What somebody wrote to a text after it came out; None where nobody did, or it stands beside.

        While somebody has it open it may be half of what they write: what is no document then is left alone.
        """
        try:
            if read_stable(late.path) == late.base:
                return None
            return self._read(late.path, PATIENCE if closed else 1)
        except DocumentError:
            if closed:
                write_conflict(self.workspace, late.target.stem, "saved", read_stable(late.path))
        except DiskError:
            if closed:
                raise
        return None

    def _adopt(self, late: Late, theirs: Document, current: Document) -> tuple[Document, bool]:
        """Put what a person wrote to an old text into the document as it is now.

        Returns that, and True where another text of the same section had to give way; it stands beside.
        """
        path = late.target
        try:
            base = decode(late.base, current.path)
        except DocumentError:  # half a save came out, and the whole of it came later
            write_conflict(self.workspace, path.stem, "saved", encode(theirs))
            return current, False
        changed = touched(base, theirs)
        if outside(base) != outside(theirs):
            write_conflict(self.workspace, path.stem, "saved", encode(theirs))
        clash = bool(changed & touched(base, current) & touched(theirs, current))
        if clash:
            self._conflict(path, current)
        try:
            return self._write(path, current, lambda document: blended(document, theirs, changed)), clash
        except EditedError as edited:  # they saved yet another meanwhile: what was put together stands beside
            return edited.document, True

    def _set_beside(self, path: Path, left: Path) -> None:
        with translated(path), suppress(FileNotFoundError):
            with suppress(DocumentError):
                self._read(left, PATIENCE)
            write_conflict(self.workspace, path.stem, "saved", read_stable(left))
            os.unlink(left)

    def _conflict(self, path: Path, new: Document) -> str:
        step = str(new.meta.get("phase", "step"))
        return write_conflict(self.workspace, path.stem, step, encode(new))


@dataclass(frozen=True)
class Known:
    """An edit of which it is known what it makes of `before`: the same is not done twice."""

    before: Document
    after: Document
    edit: Edit

    def __call__(self, document: Document) -> Document:
        """The document, edited."""
        return self.after if document is self.before else self.edit(document)


def unchanged(document: Document) -> Document:
    """The edit that changes nothing."""
    return document
