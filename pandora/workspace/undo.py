"""Undo a run's changes: restore every file, or none if somebody has changed one of them since."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.ids import parse_id
from pandora.errors import RefusedError
from pandora.regular_file import digest_regular
from pandora.workspace.applied_changes import (
    Application,
    Write,
    applications,
    applied_entries,
    history_of,
)
from pandora.workspace.apply import apply
from pandora.workspace.change import Change
from pandora.workspace.file_head import plain_bytes
from pandora.workspace.operation_context import protected_in


@dataclass(frozen=True)
class UndoPlan:
    """What an undo would do: the changes to apply, and the folders to remove if they are empty.

    `modes` are (path, permissions) of deleted files that come back. `applications` are the applications
    that are undone, the earliest first. `whole` is true if none of the run's changes remain afterwards.
    """

    run: str
    changes: tuple[Change, ...]
    modes: tuple[tuple[str, int], ...]
    folders: tuple[str, ...]
    applications: tuple[Application, ...]
    whole: bool

    def protected(self, root: Path) -> tuple[str, ...]:
        """What it must not write in the workspace at `root`; `system/` only where all of it grew."""
        protected = protected_in(root)
        grew = all(application.grew for application in self.applications)
        return tuple(name for name in protected if name != "system") if grew else protected


def plan_undo(workspace: Workspace, run: str, step: str = "") -> UndoPlan:
    """Return what undoing a run, or only its `step` and the steps below it, would do; no file is changed.

    Raises RefusedError, which names every file that is neither as the run left it nor as it was before, and
    every file that a step which is not undone wrote later.
    """
    in_force = [application for application in applications(workspace, run) if not application.undone]
    chosen = [application for application in in_force if is_in_step(application, step)]
    changes: list[Change] = []
    modes: list[tuple[str, int]] = []
    problems: list[str] = []
    store = Store(workspace)
    for path in dict.fromkeys(write.path for application in chosen for write in application.writes):
        writes = [
            (application, write)
            for application in in_force
            for write in application.writes
            if write.path == path
        ]
        own = [write for application, write in writes if application in chosen]
        later = [application for application, _ in writes[_last_position(writes, chosen) + 1 :]]
        if later:
            problems.append(f"{path}: {later[-1].document} changed it later; undo that first, or the whole run")
            continue
        first, now = first_write(own), file_digest(workspace.root / path)
        if now == first.before:
            continue
        if now != own[-1].after:
            problems.append(f"{path}: somebody changed it after the run wrote it; nothing is undone")
            continue
        changes.append(Change(path, now or "", store.read_blob(first.earlier) if first.before else None))
        if first.before and not now:
            modes.append((path, first.mode))
    if problems:
        raise RefusedError("\n".join(problems))
    folders = dict.fromkeys(folder for application in chosen for folder in application.folders)
    deepest = sorted(folders, key=lambda folder: folder.count("/"), reverse=True)
    return UndoPlan(
        run, tuple(changes), tuple(modes), tuple(deepest), tuple(chosen), len(chosen) == len(in_force)
    )


def is_in_step(application: Application, step: str) -> bool:
    """Tell whether an application is of a step, such as 2.1, or of one below it; "" means the whole run."""
    return not step or f"{parse_id(application.document).number}.".startswith(f"{step}.")


def _last_position(writes: Sequence[tuple[Application, Write]], chosen: Sequence[Application]) -> int:
    return max(place for place, (application, _) in enumerate(writes) if application in chosen)


def first_write(writes: Sequence[Write]) -> Write:
    """Return the earliest write of the unbroken chain that ends with the last write of a file.

    Where a person changed the file between two writes, the chain begins after that change, so that undoing
    restores the person's version.
    """
    first = writes[-1]
    for write in reversed(writes[:-1]):
        if write.after != first.before:
            break
        first = write
    return first


def file_digest(path: Path) -> str | None:
    """Return the SHA-256 of a plain file, "" if there is no file, None if it is not a plain file."""
    if not os.path.lexists(path):
        return ""
    try:
        return digest_regular(path, links=False)
    except OSError:
        return None


def undo(workspace: Workspace, plan: UndoPlan, at: str, marks_run: bool = True) -> list[str]:
    """Undo the changes and record it, with the time `at`, in the documents; return the removed folders.

    A run that is marked is not resumed; without `marks_run`, only the documents that changed files say it.

    What the run wrote is kept under blobs/, where `redo` finds it. After an interruption at any point, running
    it again finishes it: files that are restored already are skipped, and later applications are marked as
    undone before earlier ones.
    """
    _keep_content(workspace, plan)
    apply(plan.changes, workspace.root, plan.protected(workspace.root))
    for path, mode in plan.modes:
        os.chmod(workspace.root / path, mode)
    removed = [folder for folder in plan.folders if _remove_if_empty(workspace.root, folder)]
    store = Store(workspace)
    for application in reversed(plan.applications):
        document = store.load(application.document)
        entries = {str(number): entry for number, entry in enumerate(applied_entries(document), 1)}
        entry = entries[application.number]
        entry["history"] = [*history_of(entry), f"undone {at}"]
        entry["undone"] = at
        store.save(document, lambda old, entries=entries: old.with_meta(applied=entries))  # type: ignore[misc]
    if plan.applications and marks_run:
        mark = at if plan.whole else f"{at}, {undone_steps(plan.applications)}"
        store.save(store.load(f"system-{plan.run}"), lambda old: old.with_meta(undone=mark))
    return removed


def _keep_content(workspace: Workspace, plan: UndoPlan) -> None:
    """Store what the run wrote under blobs/, named in the documents, before it is taken out of the files."""
    store, kept = Store(workspace), {}
    for change in plan.changes:
        if change.before:
            with suppress(RefusedError):  # too large: it cannot be put there again
                content, _ = plain_bytes(workspace.root / change.path)
                kept[change.path] = store.write_blob(content)
    for application in plan.applications:
        document = store.load(application.document)
        entries = {str(number): entry for number, entry in enumerate(applied_entries(document), 1)}
        earlier = entries[application.number].get("wrote") or []
        own = (kept[write.path] for write in application.writes if write.path in kept)
        blobs = list(dict.fromkeys([*earlier, *own]))
        if blobs != earlier:
            entries[application.number]["wrote"] = blobs
            store.save(document, lambda old, entries=entries: old.with_meta(applied=entries))  # type: ignore[misc]


def undone_steps(undone_applications: Iterable[Application]) -> str:
    """Name the documents of applications, as the root's `undone` does where not all of a run is undone."""
    return "of " + ", ".join(dict.fromkeys(application.document for application in undone_applications))


def _remove_if_empty(root: Path, folder: str) -> bool:
    """Remove a folder if it is empty and not reached through a link; return whether it was removed."""
    place = os.path.join(os.path.realpath(root), folder)
    if os.path.realpath(place) != place:
        return False
    with suppress(OSError):
        os.rmdir(place)
        return True
    return False
