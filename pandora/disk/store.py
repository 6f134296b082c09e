"""The store of a workspace's documents: reads them, writes edits, and never overwrites a person's edit."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import overload

from pandora.disk import atomic, processes
from pandora.disk.atomic import ChangedError, read_consistent, replace_file, system_errors, write_new
from pandora.disk.conflicts import (
    EditedError,
    changed_notes,
    changed_sections,
    holds_every_line,
    text_outside_sections,
    with_sections,
    write_conflict,
)
from pandora.disk.displaced_texts import DisplacedText, DisplacedTexts
from pandora.disk.editor_locks import unsaved_changes
from pandora.disk.layout import Workspace
from pandora.disk.read_document import LOOKS, DocumentCache, being_saved, decode, encode, read_document
from pandora.document.state_document import Document
from pandora.errors import DiskError, DocumentError, UsageError
from pandora.regular_file import open_regular

Edit = Callable[[Document], Document]


def _tell_nobody(document_id: str, line: str) -> None:
    """The default for `Store.tell`; it does nothing."""


def _wait_a_moment() -> None:
    time.sleep(0.2)


@dataclass(frozen=True)
class Store:
    """Reads and writes one workspace's state documents; threads may share it.

    `tell` gets a document's id and a line for whoever watches. `wait` is called again and again while an editor
    has unsaved changes of a document; it may raise to give up. After a save, the text that it displaced is
    looked at again until no editor can write to it any more: at once, or with `lingers` at the next save or
    `settle`. `readings` is a cache that stores may share, so that they read a document once.
    """

    workspace: Workspace
    tell: Callable[[str, str], None] = _tell_nobody
    wait: Callable[[], None] = _wait_a_moment
    lingers: bool = False
    readings: DocumentCache = field(default_factory=DocumentCache, compare=False, repr=False)
    _displaced: DisplacedTexts = field(default_factory=DisplacedTexts, compare=False, repr=False)

    def exists(self, document_id: str) -> bool:
        """True where the document's file is there, or in the archive."""
        path = self.workspace.find(document_id)
        if os.path.isfile(path):
            return True
        if not being_saved(path):
            return False
        with suppress(FileNotFoundError, DocumentError):
            self._read(path, LOOKS)
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
                return self._read(path, LOOKS)
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
        self.readings.wrote(path, document)
        return document

    def save(self, document: Document, edit: Edit) -> Document:
        """Apply `edit` to the document and write it, on top of whatever a person saved meanwhile.

        Where the person changed a section that `edit` changes too, the person's text stays, the engine's text
        goes to a conflict copy beside it, and EditedError is raised. Waits while the person's editor has
        unsaved changes.
        """
        path = self.workspace.root / document.path
        merged, clashed = self._take_in_displaced(path, document)
        if clashed:  # the edit is not written either: its text becomes another conflict copy
            self._displaced.wrote(path, None)
            raise EditedError(merged, self._conflict(path, edit(document)))
        new = self._write(path, merged, edit)
        merged, clashed = self._take_in_displaced(path, new, last=not self.lingers)
        self._displaced.wrote(path, None if clashed else new)
        if clashed:
            raise EditedError(merged, self._conflict(path, new))
        return merged

    def settle(self) -> None:
        """Look a last time at every displaced text, and delete it.

        What a person wrote to it in place goes into the document. Raises EditedError as `save` does, after all
        texts were looked at.
        """
        problem: EditedError | None = None
        for path in self._displaced.targets():
            merged, clashed = self._take_in_displaced(path, None, last=True)
            written = self._displaced.written.pop(path, None)  # None: reported already
            if clashed and merged is not None and written is not None:
                problem = problem or EditedError(merged, self._conflict(path, written))
        if problem is not None:
            raise problem

    def write_text_blob(self, text: str) -> str:
        """Store a long result once by its content; returns its path from `state/`."""
        return self.write_blob(text.encode("utf-8", "surrogateescape"))

    def write_blob(self, data: bytes) -> str:
        """Store content once; returns its path from `state/`."""
        return f"blobs/{atomic.write_blob(self.workspace.blobs, data)}"

    def read_blob(self, name: str) -> bytes:
        """What `write_blob` stored under `name`; DiskError where it is gone or not what its name says."""
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

    def _wait_for_editor(self, path: Path) -> None:
        """Wait while an editor has unsaved changes of the document."""
        shown = None
        while (editing := unsaved_changes(path)) is not None:
            if editing != shown:
                self.tell(path.stem, str(editing))
                shown = editing
            self.wait()

    def _persons_version(self, path: Path, changed: ChangedError, base: Document, new: Document) -> Document:
        """The document that a person saved in place of `base`; EditedError where both changed one section."""
        if changed.unread is not None:
            self._keep_unread(path, changed.unread)
        theirs = self._read_after(path, changed.current)
        for text in changed.earlier_saves:
            if not holds_every_line(encode(theirs), text):
                write_conflict(self.workspace, path.stem, "saved", text)
        if changed_sections(base, new) & changed_sections(base, theirs):
            raise EditedError(theirs, self._conflict(path, new))
        return theirs

    def _read_after(self, path: Path, saved: bytes | None) -> Document:
        try:
            if saved is not None:
                return decode(saved, self.workspace.relative(path))
        except DocumentError:
            pass  # half of a save: an editor that writes in place empties the file first
        try:
            return self._read(path, LOOKS)
        except FileNotFoundError:
            message = "the document was removed while its loop ran; restore it, then resume"
            raise DiskError(f"{path}:1: {message}") from None

    def _write(self, path: Path, document: Document, edit: Edit) -> Document:
        """Apply `edit` to the document, or to what a person saved in its place; EditedError as with `save`."""
        while True:
            new = edit(document)
            if new.text == document.text:
                return document
            self._wait_for_editor(path)
            try:
                came_out = replace_file(path, encode(new), encode(document))
            except ChangedError as changed:
                if changed.displaced is not None:
                    self._displaced.add(DisplacedText(*changed.displaced, path))
                document = self._persons_version(path, changed, document, new)
                continue
            if came_out is not None:
                self._displaced.add(DisplacedText(came_out, encode(document), path))
            self.readings.wrote(path, new)
            return new

    @overload
    def _take_in_displaced(
        self, path: Path, document: Document, last: bool = False
    ) -> tuple[Document, bool]: ...
    @overload
    def _take_in_displaced(self, path: Path, document: None, last: bool) -> tuple[Document | None, bool]: ...
    def _take_in_displaced(
        self, path: Path, document: Document | None, last: bool = False
    ) -> tuple[Document | None, bool]:
        """Take what a person wrote to the displaced texts of a document into the document.

        Returns the document, and True where another text of the same section had to give way; that text is
        then in a conflict copy.
        """
        clashed, still = False, list[DisplacedText]()
        try:
            while (displaced := self._displaced.take(path)) is not None:
                with system_errors(path), suppress(FileNotFoundError):
                    closed = self._closed(displaced, last)
                    if closed or displaced.is_old:
                        theirs = self._text_written_after(displaced, closed)
                        if theirs is not None:
                            document = document or self._read(path, LOOKS)
                            document, clash = self._adopt(displaced, theirs, document)
                            clashed = clashed or clash
                        if closed:
                            os.unlink(displaced.path)
                        elif theirs is not None:
                            displaced = displaced.rewritten(encode(theirs))
                    if not closed and not last:
                        still.append(displaced)
        finally:
            for displaced in still:
                self._displaced.add(displaced)
        return document, clashed

    def _closed(self, displaced: DisplacedText, waits: bool) -> bool:
        """True where no process can write to the displaced text any more, so that what is read next is final.

        Where the system cannot tell, a text that was written to or is old counts as closed.
        """
        while not (nobody := processes.written_by_nobody(displaced.path)):
            if nobody is None and (displaced.is_old or read_consistent(displaced.path) != displaced.base):
                return True
            if not waits or displaced.is_old:
                return False  # at the end the next `resume` looks again
            time.sleep(0.01)
        return True

    def _text_written_after(self, displaced: DisplacedText, closed: bool) -> Document | None:
        """What an editor wrote to a displaced text; None where it wrote nothing, or that is in a conflict copy.

        While an editor has the file open, it may hold half of a save: what is no document then is left alone.
        """
        try:
            if read_consistent(displaced.path) == displaced.base:
                return None
            return self._read(displaced.path, LOOKS if closed else 1)
        except DocumentError:
            if closed:
                write_conflict(self.workspace, displaced.target.stem, "saved", read_consistent(displaced.path))
        except DiskError:
            if closed:
                raise
        return None

    def _adopt(self, displaced: DisplacedText, theirs: Document, current: Document) -> tuple[Document, bool]:
        """Put what a person wrote to a displaced text into the document as it is now.

        Returns the document, and True where another text of the same section had to give way; that text is
        then in a conflict copy.
        """
        path = displaced.target
        try:
            base = decode(displaced.base, current.path)
        except DocumentError:  # half a save was displaced, and the whole of it came later
            write_conflict(self.workspace, path.stem, "saved", encode(theirs))
            return current, False
        changed = changed_sections(base, theirs)
        if text_outside_sections(base) != text_outside_sections(theirs):
            write_conflict(self.workspace, path.stem, "saved", encode(theirs))
        noted = changed_notes(base, theirs)
        clash = bool(changed & changed_sections(base, current) & changed_sections(theirs, current))
        if clash:
            self._conflict(path, current)
        try:
            return self._write(
                path, current, lambda document: with_sections(document, theirs, changed, noted)
            ), clash
        except EditedError as edited:  # saved once more meanwhile: the merged text is in a conflict copy
            return edited.document, True

    def _keep_unread(self, path: Path, unread: Path) -> None:
        """Write the text of `unread`, which may still be in the middle of a save, to a conflict copy."""
        with system_errors(path), suppress(FileNotFoundError):
            with suppress(DocumentError):
                self._read(unread, LOOKS)
            write_conflict(self.workspace, path.stem, "saved", read_consistent(unread))
            os.unlink(unread)

    def _conflict(self, path: Path, new: Document) -> str:
        step = str(new.meta.get("phase", "step"))
        return write_conflict(self.workspace, path.stem, step, encode(new))


@dataclass(frozen=True)
class PreparedEdit:
    """An edit whose result for the document `before` was computed already: `after`."""

    before: Document
    after: Document
    edit: Edit

    def __call__(self, document: Document) -> Document:
        """The edited document."""
        return self.after if document is self.before else self.edit(document)


def unchanged(document: Document) -> Document:
    """The edit that changes nothing."""
    return document
