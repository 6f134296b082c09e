"""Edits of a document that are not done twice."""

from __future__ import annotations

from dataclasses import dataclass

from pandora.disk.store import Edit
from pandora.document.state_document import Document


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
