"""A run's changes taken back: every file as it was, or, where somebody changed one since, none of them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.ids import parse_id
from pandora.errors import RefusedError
from pandora.workspace.applied_changes import Application, Write, applications, applied_entries
from pandora.workspace.apply import apply
from pandora.workspace.change import Change
from pandora.workspace.file_head import plain_bytes
from pandora.workspace.operation_context import OperationContext


@dataclass(frozen=True)
class UndoPlan:
    """What taking back comes to: the changes to make, the permissions of files that come back, and folders.

    `applications` are what is taken back, the earliest first; `whole` tells that nothing of the run is left.
    """

    run: str
    changes: tuple[Change, ...]
    modes: tuple[tuple[str, int], ...]
    folders: tuple[str, ...]
    applications: tuple[Application, ...]
    whole: bool


def plan_undo(workspace: Workspace, run: str, step: str = "") -> UndoPlan:
    """What undoing a run, or its `step` and all below that, would do; nothing is touched.

    RefusedError names every file that is neither as the run left it nor as it was before, and every one
    that a step which stays wrote later.
    """
    standing = [application for application in applications(workspace, run) if not application.undone]
    taken = [application for application in standing if _is_in_step(application, step)]
    changes: list[Change] = []
    modes: list[tuple[str, int]] = []
    problems: list[str] = []
    store = Store(workspace)
    for path in dict.fromkeys(write.path for application in taken for write in application.writes):
        writes = [
            (application, write)
            for application in standing
            for write in application.writes
            if write.path == path
        ]
        own = [write for application, write in writes if application in taken]
        later = [application for application, _ in writes[_last_position(writes, taken) + 1 :]]
        if later:
            problems.append(f"{path}: {later[-1].document} wrote it later; undo that first, or the whole run")
            continue
        first, now = _first_write(own), _digest(workspace.root / path)
        if now == first.before:
            continue
        if now != own[-1].after:
            problems.append(f"{path}: changed since the run wrote it; it stays, and so does all else")
            continue
        changes.append(Change(path, now or "", store.read_blob(first.earlier) if first.before else None))
        if first.before and not now:
            modes.append((path, first.mode))
    if problems:
        raise RefusedError("\n".join(problems))
    folders = dict.fromkeys(folder for application in taken for folder in application.folders)
    deepest = sorted(folders, key=lambda folder: folder.count("/"), reverse=True)
    return UndoPlan(
        run, tuple(changes), tuple(modes), tuple(deepest), tuple(taken), len(taken) == len(standing)
    )


def _is_in_step(application: Application, step: str) -> bool:
    return not step or f"{parse_id(application.document).number}.".startswith(f"{step}.")


def _last_position(writes: Sequence[tuple[Application, Write]], taken: Sequence[Application]) -> int:
    return max(place for place, (application, _) in enumerate(writes) if application in taken)


def _first_write(writes: Sequence[Write]) -> Write:
    """The write to go back before: the first of those that went on from one another.

    Where a person changed the file between two of them, theirs is what comes back.
    """
    first = writes[-1]
    for write in reversed(writes[:-1]):
        if write.after != first.before:
            break
        first = write
    return first


def _digest(path: Path) -> str | None:
    """The digest of a plain file, "" where there is none, None where it is something else."""
    if not os.path.lexists(path):
        return ""
    try:
        return hashlib.sha256(plain_bytes(path)[0]).hexdigest()
    except RefusedError:
        return None


def undo(workspace: Workspace, plan: UndoPlan, at: str) -> list[str]:
    """Take the changes back and say so in the documents; returns the folders that were removed.

    Cut off anywhere, it is finished by doing it again: what is back already is left, and of two
    applications the later one is marked first.
    """
    apply(plan.changes, workspace.root, OperationContext(workspace.root).protected)
    for path, mode in plan.modes:
        os.chmod(workspace.root / path, mode)
    removed = [folder for folder in plan.folders if _remove_if_empty(workspace.root, folder)]
    store = Store(workspace)
    for application in reversed(plan.applications):
        document = store.load(application.document)
        entries = {str(number): entry for number, entry in enumerate(applied_entries(document), 1)}
        entries[application.number]["undone"] = at
        store.save(document, lambda old, entries=entries: old.with_meta(applied=entries))  # type: ignore[misc]
    if plan.applications:
        mark = at if plan.whole else f"{at}, {_undone_steps(plan.applications)}"
        store.save(store.load(f"system-{plan.run}"), lambda old: old.with_meta(undone=mark))
    return removed


def _undone_steps(undone_applications: Iterable[Application]) -> str:
    return "of " + ", ".join(dict.fromkeys(application.document for application in undone_applications))


def _remove_if_empty(root: Path, folder: str) -> bool:
    """Whether a folder that the run made is gone now: only an empty one is removed, and none behind a link."""
    place = os.path.join(os.path.realpath(root), folder)
    if os.path.realpath(place) != place:
        return False
    with suppress(OSError):
        os.rmdir(place)
        return True
    return False
