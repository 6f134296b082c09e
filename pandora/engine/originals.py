"""The engine's own text of each section, kept while it lasts, so that an edit can be shown against it."""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.ids import parse_id
from pandora.document.records import section_records
from pandora.document.state_document import Document
from pandora.engine.events import Event, Watcher
from pandora.errors import PandoraError

_WRITTEN = ("section", "edited", "ask", "end")


@dataclass
class Keeper:
    """A watcher that keeps what the engine wrote, and tells the next watcher.

    Not synced and nothing that a run depends on: where it fails or is deleted, an edit is shown without
    what stood before it.
    """

    workspace: Workspace
    watcher: Watcher
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, event: Event) -> None:
        """Take one event; never raises."""
        if event.what in _WRITTEN:
            with self._lock, contextlib.suppress(PandoraError, OSError, ValueError, KeyError):
                self._keep(event.document, event.state or Store(self.workspace).load(event.document))
        self.watcher(event)

    def _keep(self, document_id: str, document: Document) -> None:
        old = kept(self.workspace, document_id)
        new = {**old, **own_sections(document)}
        if new == old:
            return
        path = _path(self.workspace, document_id)
        if not path.parent.is_dir():
            path.parent.mkdir(parents=True, exist_ok=True)
            ignore = self.workspace.derived / ".gitignore"
            if not ignore.exists():
                ignore.write_text("*\n", encoding="utf-8")
        aside = path.with_name(f"{path.name}.{os.getpid()}")
        aside.write_text(json.dumps({str(n): text for n, text in new.items()}), encoding="utf-8")
        os.replace(aside, path)


def own_sections(document: Document) -> dict[int, str]:
    """The sections that are as the engine wrote them, by number."""
    return {
        number: document.body(number)
        for number, record in section_records(document).items()
        if not record.human and record.text == document.digest(number)
    }


def kept(workspace: Workspace, document_id: str) -> Mapping[int, str]:
    """What the engine last wrote in each section of a document; {} where nothing is kept."""
    try:
        found = json.loads(_path(workspace, document_id).read_text(encoding="utf-8"))
        return {int(number): str(text) for number, text in found.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def forget(workspace: Workspace, ids: Iterable[str]) -> None:
    """Delete what is kept of documents that are gone; a folder that empties goes too."""
    for document_id in ids:
        path = _path(workspace, document_id)
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
            path.parent.rmdir()


def _path(workspace: Workspace, document_id: str) -> Path:
    return workspace.derived / "written" / parse_id(document_id).run / f"{document_id}.json"
