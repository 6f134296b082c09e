"""A step that is to be done again: what its loop did, checked and gave is emptied, and so below it."""

from __future__ import annotations

from typing import Any

from pandora.disk.store import Store
from pandora.document.links import children
from pandora.document.state_document import Document
from pandora.outcome import Status

_GONE = ("3", "4", "5")


def renew(store: Store, document_id: str) -> None:
    """Empty §3 to §5 of a document and of those below it, the deepest first; doing it twice is as once."""
    document = store.load(document_id)
    for child, _, _ in children(document):
        if store.exists(child):
            renew(store, child)

    def edit(old: Document) -> Document:
        records = {str(key): value for key, value in (old.meta.get("sections") or {}).items()}
        keys: dict[str, Any] = {"sections": {key: each for key, each in records.items() if key not in _GONE}}
        if old.meta.get("steps"):
            keys["steps"] = {}
        for number in map(int, _GONE):
            old = old.splice(number, "")
        return old.with_meta(status=Status.RUNNING.value, **keys)

    store.save(document, edit)
