"""Whole runs put away under `archive/`, brought back, or removed; killed anywhere, done again it is done."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pandora.disk.atomic import read_stable, sync_folder, translated
from pandora.disk.layout import Name, Workspace, order, parse_id
from pandora.errors import DiskError, UsageError

_FILE = re.compile(r"^(?P<id>.+?)(?P<copy>\.conflict-.+)?\.md$")


def forget_graph(workspace: Workspace, run: str) -> None:
    """Remove the lock and the index of a graph of questions: derived, and of no use without its documents."""
    with suppress(OSError):
        for path in (workspace.state / ".graphs").glob(f"{run}.*"):
            path.unlink(missing_ok=True)


def put_away(workspace: Workspace, run: str) -> int:
    """Move every file of a run in use to its folder of the archive; returns how many were moved.

    The folder comes first: from then on the run counts as archived, so that nothing goes on with a half of
    it. Each file is in exactly one place at any moment. The caller holds the run's lease.
    """
    folder = workspace.archived(run)
    with translated(folder):
        folder.mkdir(parents=True, exist_ok=True)
        sync_folder(workspace.archive)
    moved = _moved(files_of(workspace.state, run), workspace.state, folder)
    forget_graph(workspace, run)
    return moved


def bring_back(workspace: Workspace, run: str) -> int:
    """Move every file of an archived run back to `state/`, its folder last; returns how many were moved."""
    folder = workspace.archived(run)
    moved = _moved(files_of(folder, run), folder, workspace.state)
    with translated(folder):
        if left := sorted(os.listdir(folder)):
            raise DiskError(
                f"{folder / left[0]}:1: this is no file of the run; move it away, then restore again"
            )
        folder.rmdir()
        sync_folder(workspace.archive)
    return moved


def remove(workspace: Workspace, ids: list[str]) -> int:
    """Remove documents and their conflict copies, the deepest first; returns how many files went.

    A run's root is the last, so that what a kill leaves can still be named and removed.
    """
    wanted, gone = set(ids), 0
    for run in {parse_id(each).run for each in ids}:
        for folder in (workspace.state, workspace.archived(run)):
            if not folder.is_dir():
                continue
            with translated(folder):
                for path in reversed(files_of(folder, run)):
                    if _document(path) in wanted:
                        path.unlink(missing_ok=True)
                        gone += 1
                sync_folder(folder)
                if folder != workspace.state and not os.listdir(folder):
                    folder.rmdir()
                    sync_folder(workspace.archive)
        if f"system-{run}" in wanted:
            forget_graph(workspace, run)
    return gone


def files_of(folder: Path, run: str) -> list[Path]:
    """A run's documents and conflict copies in a folder: its root first, then by number."""
    found: list[tuple[Name, Path]] = []
    for name in _names(folder):
        if f"-{run}" in name and (match := _FILE.match(name)):
            try:
                parsed = parse_id(match["id"])
            except UsageError:
                continue
            if parsed.run == run:
                found.append((parsed, folder / name))
    return [path for _, path in sorted(found, key=lambda each: (order(each[0]), each[1].name))]


def _names(folder: Path) -> Iterator[str]:
    try:
        yield from os.listdir(folder)
    except FileNotFoundError:
        return


def _document(path: Path) -> str:
    match = _FILE.match(path.name)
    return match["id"] if match else ""


def _moved(paths: list[Path], source: Path, target: Path) -> int:
    with translated(target):
        for path in paths:
            place = target / path.name
            if place.exists():
                if read_stable(place) != read_stable(path):
                    raise DiskError(f"{path}:1: {place} is another such file; keep one of them, then try again")
                path.unlink()  # somebody copied it: one of the two is enough
                continue
            os.rename(path, place)
        sync_folder(target)
        sync_folder(source)
    return len(paths)
