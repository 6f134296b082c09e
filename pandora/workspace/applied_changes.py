"""Record what a run writes in the workspace, with the earlier content, before any file is changed."""

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
    """One file that one application changed: its SHA-256 before and after, "" where there is no file.

    `earlier` names the blob with the earlier content; `mode` are the file's earlier permissions.
    """

    path: str
    before: str
    after: str
    earlier: str
    mode: int


@dataclass(frozen=True)
class Application:
    """One occasion on which a loop's changes were applied to the workspace.

    `document` is the id of the loop's document and `number` counts its applications from 1. `at` is the
    time of applying, `undone` the time of undoing or "". `folders` are the folders that were made for it.
    `grew` tells that its changes may be of `system/`.
    """

    document: str
    number: str
    at: str
    undone: str
    writes: tuple[Write, ...]
    folders: tuple[str, ...]
    grew: bool = False


GREW = "grew"
"""The key of an entry of `applied` whose changes are of `system/`, which only growth writes."""
Records = dict[str, dict[str, Any]]
"""The front matter's `applied`: one entry for each application, by its number."""


def record_changes(store: Store, document: Document, changes: Sequence[Change], at: str) -> Records:
    """Store the content that the changes replace under blobs/; return `applied` with an entry for them.

    `at` is the time of the entry. The caller saves the returned value durably before it applies anything.
    If the last entry records the same changes, because applying them was interrupted, nothing is added.
    Raises RefusedError if a file is no longer what its change was made from.
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
                raise RefusedError(
                    f"{change.path}: somebody changed it while the run worked; it stays as it is now"
                )
            write |= {"earlier": store.write_blob(data), "mode": mode}
        writes.append(write)
    record = {"writes": writes, "folders": _missing_folders(root, changes)}
    what = store.write_text_blob(json.dumps(record, ensure_ascii=False, indent=1))
    return {**numbered, str(len(entries) + 1): {"at": at, "what": what}}


def _digest(content: bytes | None) -> str:
    return "" if content is None else sha256(content).hexdigest()


def _missing_folders(root: Path, changes: Sequence[Change]) -> list[str]:
    """Return the folders that applying the changes will make, the outer ones first."""
    missing: dict[str, None] = {}
    for change in changes:
        if change.content is not None:
            parents = [str(parent) for parent in Path(change.path).parents][:-1]
            missing |= {parent: None for parent in reversed(parents) if not os.path.lexists(root / parent)}
    return list(missing)


def applied_entries(document: Document) -> list[dict[str, Any]]:
    """Return the entries of the front matter's `applied`, in order."""
    applied = document.meta.get("applied")
    return (
        [dict(entry) for entry in applied.values() if isinstance(entry, Mapping)]
        if isinstance(applied, Mapping)
        else []
    )


def history_of(entry: Mapping[str, Any]) -> list[str]:
    """Return each undoing and redoing of one entry of `applied`, in order: `undone AT`, `redone AT`.

    Documents from before this was kept have the last one alone.
    """
    history = entry.get("history")
    if isinstance(history, list):
        return [str(line) for line in history]
    return [f"{done} {entry[done]}" for done in ("undone", "redone") if entry.get(done)]


def is_last_undone(document: Document) -> bool:
    """Return whether the document's last application was undone, so that it may be applied again."""
    entries = applied_entries(document)
    return bool(entries) and bool(entries[-1].get("undone"))


def applications(workspace: Workspace, run: str) -> list[Application]:
    """Return all applications of a run, in order of time; DocumentError if an entry is broken."""
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
        document,
        number,
        str(entry["at"]),
        str(entry.get("undone", "")),
        writes,
        tuple(record["folders"]),
        entry.get(GREW) is True,
    )


def files_created_by_run(workspace: Workspace, run: str) -> dict[str, str]:
    """Return path → SHA-256, as the run left it, of each file that did not exist before the run."""
    first: dict[str, str] = {}
    last: dict[str, str] = {}
    for write in _writes_in_force(workspace, run):
        first.setdefault(write.path, write.before)
        last[write.path] = write.after
    return {path: last[path] for path, before in first.items() if not before}


def files_rewritten_by_run(workspace: Workspace, run: str) -> list[str]:
    """Return the paths of the files that stood before the run and that it changed, moved or removed."""
    first: dict[str, str] = {}
    for write in _writes_in_force(workspace, run):
        first.setdefault(write.path, write.before)
    return [path for path, before in first.items() if before]


def _writes_in_force(workspace: Workspace, run: str) -> Iterator[Write]:
    try:
        for application in applications(workspace, run):
            if not application.undone:
                yield from application.writes
    except PandoraError:
        return  # if a record cannot be read, its files count as a person's
