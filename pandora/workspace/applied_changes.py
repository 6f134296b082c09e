"""What a run wrote in the workspace: recorded, with the earlier content, before a file is touched."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.ids import parse_id
from pandora.document.integrity import key_line
from pandora.document.state_document import Document
from pandora.errors import DocumentError, PandoraError, Problem, RefusedError
from pandora.workspace.change import Change
from pandora.workspace.file_head import plain_bytes


@dataclass(frozen=True)
class Write:
    """One file as one application changed it: SHA-256 before and after, "" where there is no file.

    `earlier` is the blob of the content before, `mode` its permissions.
    """

    path: str
    before: str
    after: str
    earlier: str
    mode: int


@dataclass(frozen=True)
class Application:
    """One time that a loop's changes were put into the workspace, and the folders made for them."""

    document: str
    number: str
    at: str
    undone: str
    writes: tuple[Write, ...]
    folders: tuple[str, ...]


Records = dict[str, dict[str, Any]]
"""Front matter's `applied`: each time that changes were put into the workspace, by number."""


def record_changes(store: Store, document: Document, changes: Sequence[Change], at: str) -> Records:
    """Keep what the changes replace under blobs/; returns `applied` with what is about to be written, at `at`.

    The caller saves it, durably, before anything is applied. What stands there already, of an application
    that was cut off, is given back as it is.
    """
    root, entries = store.workspace.root, applied_entries(document)
    numbered = {str(number): entry for number, entry in enumerate(entries, 1)}
    digests = [(change.path, change.before, _digest(change.content)) for change in changes]
    if entries and not entries[-1].get("undone"):
        last = _application(store, str(document.meta["id"]), str(len(entries)), entries[-1])
        if [(write.path, write.before, write.after) for write in last.writes] == digests:
            return numbered
    writes: list[dict[str, Any]] = []
    for change, (path, before, after) in zip(changes, digests, strict=True):
        write: dict[str, Any] = {"path": path, "before": before, "after": after}
        if before:
            data, mode = plain_bytes(root / path)
            if sha256(data).hexdigest() != before:
                raise RefusedError(f"{change.path}: changed meanwhile; it stays as it is now")
            write |= {"earlier": store.write_blob(data), "mode": mode}
        writes.append(write)
    record = {"writes": writes, "folders": _missing_folders(root, changes)}
    what = store.write_text_blob(json.dumps(record, ensure_ascii=False, indent=1))
    return {**numbered, str(len(entries) + 1): {"at": at, "what": what}}


def _digest(content: bytes | None) -> str:
    return "" if content is None else sha256(content).hexdigest()


def _missing_folders(root: Path, changes: Sequence[Change]) -> list[str]:
    """The folders that applying will make, the outer ones first."""
    missing: dict[str, None] = {}
    for change in changes:
        if change.content is not None:
            parents = [str(parent) for parent in Path(change.path).parents][:-1]
            missing |= {parent: None for parent in reversed(parents) if not os.path.lexists(root / parent)}
    return list(missing)


def applied_entries(document: Document) -> list[dict[str, Any]]:
    """The front matter's `applied`, in order."""
    applied = document.meta.get("applied")
    return (
        [dict(entry) for entry in applied.values() if isinstance(entry, Mapping)]
        if isinstance(applied, Mapping)
        else []
    )


def is_last_undone(document: Document) -> bool:
    """Whether what the document applied last was taken back: then it may be applied again."""
    entries = applied_entries(document)
    return bool(entries) and bool(entries[-1].get("undone"))


def applications(workspace: Workspace, run: str) -> list[Application]:
    """Every application of a run in the order in which they happened; broken documents raise."""
    store = Store(workspace)
    run_applications: list[Application] = []
    for identifier in workspace.run_documents(run):
        document = store.load(identifier)
        for number, entry in enumerate(applied_entries(document), 1):
            try:
                run_applications.append(_application(store, identifier, str(number), entry))
            except (KeyError, TypeError, ValueError):
                line = key_line(document, "applied")
                message = f"entry {number} of 'applied' does not say what was written"
                raise DocumentError(
                    Problem(document.path, line, message, "restore it, e.g. from git")
                ) from None
    return sorted(run_applications, key=_order)


def _order(application: Application) -> tuple[str, list[int], int]:
    return (
        application.at,
        [int(part) for part in parse_id(application.document).number.split(".") if part],
        int(application.number),
    )


def _application(store: Store, document: str, number: str, entry: Mapping[str, Any]) -> Application:
    record = json.loads(store.read_blob(str(entry["what"])))
    writes = tuple(
        Write(
            write["path"], write["before"], write["after"], write.get("earlier", ""), write.get("mode", 0o644)
        )
        for write in record["writes"]
    )
    return Application(
        document, number, str(entry["at"]), str(entry.get("undone", "")), writes, tuple(record["folders"])
    )


def files_created_by_run(workspace: Workspace, run: str) -> dict[str, str]:
    """The files that were not there before the run, each with the digest that the run left."""
    first: dict[str, str] = {}
    last: dict[str, str] = {}
    for write in _writes_in_force(workspace, run):
        first.setdefault(write.path, write.before)
        last[write.path] = write.after
    return {path: last[path] for path, before in first.items() if not before}


def _writes_in_force(workspace: Workspace, run: str) -> Iterator[Write]:
    try:
        for application in applications(workspace, run):
            if not application.undone:
                yield from application.writes
    except PandoraError:
        return  # a record that cannot be read allows nothing: its files are a person's
