"""Copies of what the engine last wrote in each section, so that a person's edit can be compared with them."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from pandora.disk.layout import Workspace
from pandora.document.ids import parse_id
from pandora.document.records import section_records
from pandora.document.state_document import Document
from pandora.regular_file import read_text

_LONGEST = 8 << 20
"""The most bytes of a file of kept sections that are read: those of a document, with JSON's escapes."""


def keep(workspace: Workspace, document: Document) -> None:
    """Keep the sections of a document that are as the engine wrote them; raises OSError where it cannot.

    Not synced, and nothing that a run depends on: where it is deleted, an edit is shown without what stood
    before it. Only one thread of a run may call it at a time.
    """
    document_id = str(document.meta["id"])
    old = written_sections(workspace, document_id)
    new = {**old, **own_sections(document)}
    if new == old:
        return
    path = _path(workspace, document_id)
    if not path.parent.is_dir():
        workspace.make_derived()
        path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    temporary.write_text(json.dumps({str(number): text for number, text in new.items()}), encoding="utf-8")
    os.replace(temporary, path)


def own_sections(document: Document) -> dict[int, str]:
    """The sections that are as the engine wrote them, by number."""
    return {
        number: document.body(number)
        for number, record in section_records(document).items()
        if not record.human and record.text == document.digest(number)
    }


def written_sections(workspace: Workspace, document_id: str) -> Mapping[int, str]:
    """What the engine last wrote in each section of a document; {} where nothing is kept."""
    try:
        texts = json.loads(read_text(_path(workspace, document_id), _LONGEST))
        return {int(number): str(text) for number, text in texts.items()}
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
