"""Redo what the last undo of a run took back: write every file again, or none if somebody changed one since."""

from __future__ import annotations

from collections.abc import Sequence

from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.errors import DiskError, RefusedError
from pandora.workspace.applied_changes import (
    Application,
    applications,
    applied_entries,
    history_of,
    is_last_undone,
)
from pandora.workspace.apply import apply
from pandora.workspace.change import Change
from pandora.workspace.undo import UndoPlan, file_digest, first_write, undone_steps


def plan_redo(workspace: Workspace, run: str) -> UndoPlan:
    """Return what redoing the last undo of a run would do; no file is changed.

    Raises RefusedError, which names every file that is neither as the undo left it nor as the run wrote it, and
    every file whose content was too large to be kept.
    """
    undone = [application for application in applications(workspace, run) if application.undone]
    last = max((application.undone for application in undone), default="")
    chosen = [application for application in undone if application.undone == last]
    changes: list[Change] = []
    problems: list[str] = []
    for path in dict.fromkeys(write.path for application in chosen for write in application.writes):
        own = [write for application in chosen for write in application.writes if write.path == path]
        before, after, now = first_write(own).before, own[-1].after, file_digest(workspace.root / path)
        if now == after:
            continue
        if now != before:
            problems.append(f"{path}: changed since the undo; it stays, and so does all else")
            continue
        try:
            changes.append(Change(path, before, _content(workspace, after)))
        except DiskError:
            problems.append(f"{path}: what the run wrote was not kept; `pandora resume` makes it again")
    if problems:
        raise RefusedError("\n".join(problems))
    return UndoPlan(run, tuple(changes), (), (), tuple(chosen), len(chosen) == len(undone))


def _content(workspace: Workspace, digest: str) -> bytes | None:
    """Return the content with this SHA-256 from blobs/; None for "", which stands for no file."""
    return Store(workspace).read_blob(f"blobs/{digest[:32]}") if digest else None


def redo(workspace: Workspace, plan: UndoPlan, at: str) -> None:
    """Redo the changes and record it, with the time `at`, in the documents.

    After an interruption at any point, running it again finishes it: the root is saved last.
    """
    apply(plan.changes, workspace.root, plan.protected(workspace.root))
    store = Store(workspace)
    for application in plan.applications:
        document = store.load(application.document)
        entries = {str(number): entry for number, entry in enumerate(applied_entries(document), 1)}
        entry = entries[application.number]
        entry["history"] = [*history_of(entry), f"redone {at}"]
        entry.pop("undone", None)
        store.save(document, lambda old, entries=entries: old.with_meta(applied=entries))  # type: ignore[misc]
    root = store.load(f"system-{plan.run}")
    if "undone" in root.meta:
        mark = _mark_of_rest(store, applications(workspace, plan.run))
        store.save(root, lambda old: old.with_meta(undone=mark) if mark else old.without_meta("undone"))


def _mark_of_rest(store: Store, every: Sequence[Application]) -> str:
    """Return the root's `undone` for what is still undone; "" where nothing is."""
    rest = [
        application
        for application in every
        if application.undone and is_last_undone(store.load(application.document))
    ]
    return f"{max(application.undone for application in rest)}, {undone_steps(rest)}" if rest else ""
