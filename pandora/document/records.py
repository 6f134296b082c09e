"""The records of a document: who wrote each section, and what it was made from."""

from __future__ import annotations

from pandora.document.state_document import Document


def records(document: Document) -> dict[int, dict[str, str]]:
    """The records of a document's sections by number."""
    found = document.meta.get("sections") or {}
    return {int(key): {name: str(value) for name, value in each.items()} for key, each in found.items()}
