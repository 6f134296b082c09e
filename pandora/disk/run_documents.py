"""A run as its documents describe it; each document is read once and kept in memory."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from pandora.budget import Usage, took_of, used_of
from pandora.disk.store import Store
from pandora.document.integrity import whole
from pandora.document.links import children
from pandora.document.state_document import Document
from pandora.errors import PandoraError


@dataclass(frozen=True)
class Run:
    """A run as its documents describe it; each document is read once and kept in memory.

    `id` is the run's, `store` where its documents are.
    """

    store: Store
    id: str
    _read: dict[str, Document | PandoraError] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def open(cls, store: Store, run: str) -> Run:
        """The run; raises PandoraError where its root document cannot be read."""
        opened = cls(store, run)
        opened.load(opened.root_id)
        return opened

    @property
    def root_id(self) -> str:
        """The id of its root document."""
        return f"system-{self.id}"

    @property
    def root(self) -> Document:
        """Its root document; raises PandoraError where the engine cannot continue from it."""
        return whole(self.load(self.root_id), self.root_id)

    def load(self, document_id: str) -> Document:
        """A document of the run; raises PandoraError where it cannot be read."""
        if document_id not in self._read:
            try:
                self._read[document_id] = self.store.load(document_id)
            except PandoraError as error:
                self._read[document_id] = error
        document = self._read[document_id]
        if isinstance(document, PandoraError):
            raise document
        return document

    @functools.cached_property
    def documents(self) -> dict[str, Document]:
        """All documents of the run by id, its root first; raises PandoraError where one cannot be read."""
        return {
            document_id: self.load(document_id) for document_id in self.store.workspace.run_documents(self.id)
        }

    @functools.cached_property
    def reachable(self) -> dict[str, Document | None]:
        """The root, the documents that it names, and so on; None for one that the engine cannot go on from.

        Raises PandoraError where the root cannot be read.
        """
        documents: dict[str, Document | None] = {self.root_id: self.root}
        waiting = [self.root]
        while waiting:
            for child, _, _ in children(waiting.pop()):
                if child in documents or not self.store.exists(child):
                    continue
                documents[child] = None
                with suppress(PandoraError):
                    document = whole(self.load(child), child)
                    documents[child] = document
                    waiting.append(document)
        return documents


def total_usage(store: Store, run: str, names: Sequence[str] | None = None) -> Usage:
    """What all documents of a run used, added up from their front matter.

    Its `seconds` are those on the clock that the root records, or, where that is more, those in the model.
    """
    total, took = Usage(), 0.0
    for document_id in store.workspace.run_documents(run, names):
        meta = whole(store.load(document_id), document_id).meta
        total.add(used_of(meta))
        took = max(took, took_of(meta))
    total.seconds = max(took, total.seconds)
    return total
