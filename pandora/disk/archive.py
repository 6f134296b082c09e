"""Whole runs put away under `archive/`, brought back, or removed; killed anywhere, done again it is done."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pandora.disk.atomic import read_stable, sync_folder, translated
from pandora.disk.layout import Workspace
from pandora.document.ids import order, parse_id
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
        for each in (workspace.state, workspace.archive):  # a file in a folder that a power cut undoes is lost
            sync_folder(each)
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

    A run's root is the last, and goes when the others are gone for good, so that what a kill or a power cut
    leaves can still be named and removed.
    """
    wanted, gone = set(ids), 0
    for run in {parse_id(each).run for each in ids}:
        root = f"system-{run}"
        folders = [each for each in (workspace.state, workspace.archived(run)) if each.is_dir()]
        paths = [path for folder in folders for path in files_of(folder, run)]
        if root not in wanted:
            paths = [path for path in paths if _document(path) in wanted]
        if root in wanted:
            forget_graph(workspace, run)  # first: afterwards nobody could name what is left of it
        roots = [path for path in paths if path.name == f"{root}.md"]
        rest = sorted((path for path in paths if path not in roots), key=_place, reverse=True)
        for part in (rest, roots):
            with translated(workspace.state):
                for path in part:
                    path.unlink(missing_ok=True)
                for folder in folders:
                    sync_folder(folder)
            gone += len(part)
        kept = workspace.archived(run)
        if kept in folders and not os.listdir(kept):
            with translated(kept):
                kept.rmdir()
                sync_folder(workspace.archive)
    return gone


def files_of(folder: Path, run: str) -> list[Path]:
    """A run's documents and conflict copies in a folder: its root first, then by number."""
    found = []
    for name in _names(folder):
        if f"-{run}" in name and (match := _FILE.match(name)):
            try:
                parsed = parse_id(match["id"])
            except UsageError:
                continue
            if parsed.run == run:
                found.append(folder / name)
    return sorted(found, key=_place)


def _place(path: Path) -> tuple[tuple[int, list[int]], bool, str]:
    """What sorts a run's files: by their documents, a document before its copies."""
    return order(parse_id(_document(path))), path.name != f"{_document(path)}.md", path.name


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
                _synced(place)  # somebody copied it: one of the two is enough, once it is on the disk
                path.unlink()
                continue
            os.rename(path, place)
        sync_folder(target)
        sync_folder(source)
    return len(paths)


def _synced(path: Path) -> None:
    """Put a file and its name on the disk for good."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    sync_folder(path.parent)
