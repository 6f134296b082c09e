"""Archiving, restoring and removing a run's files; after a kill, each can be done again to its end."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pandora.disk.atomic import sync_folder, system_errors
from pandora.disk.layout import Workspace
from pandora.document.ids import order, parse_id
from pandora.errors import DiskError, UsageError
from pandora.regular_file import digest_regular, open_regular

_FILE = re.compile(r"^(?P<id>.+?)(?P<copy>\.conflict-.+)?\.md$")


def delete_graph_index(workspace: Workspace, run: str) -> None:
    """Remove the lock and the index of a graph of questions, which are of no use without its documents."""
    with suppress(OSError):
        for path in (workspace.state / ".graphs").glob(f"{run}.*"):
            path.unlink(missing_ok=True)


def archive_run(workspace: Workspace, run: str) -> int:
    """Move every file of a run in use to its folder of the archive; returns how many were moved.

    The run's folder is made first. From then on the run counts as archived, so that no command goes on with a
    part of it. Each file is in exactly one place at any moment. The caller holds the run's lease.
    """
    folder = workspace.archive_folder(run)
    with system_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for parent in (
            workspace.state,
            workspace.archive,
        ):  # a file in a folder that a power cut undoes is lost
            sync_folder(parent)
    moved = _move(run_files(workspace.state, run), workspace.state, folder)
    delete_graph_index(workspace, run)
    return moved


def restore_run(workspace: Workspace, run: str) -> int:
    """Move every file of an archived run back to `state/`, its folder last; returns how many were moved."""
    folder = workspace.archive_folder(run)
    moved = _move(run_files(folder, run), folder, workspace.state)
    with system_errors(folder):
        if left := sorted(os.listdir(folder)):
            raise DiskError(
                f"{folder / left[0]}:1: this is no file of the run; move it away, then restore again"
            )
        folder.rmdir()
        sync_folder(workspace.archive)
    return moved


def remove_documents(workspace: Workspace, ids: list[str]) -> int:
    """Remove documents and their conflict copies, the deepest first; returns how many files were removed.

    A run's root is removed last, when the removal of the others is on disk, so that the rest of a removal that
    was broken off can still be named and removed.
    """
    chosen, removed = set(ids), 0
    for run in {parse_id(document_id).run for document_id in ids}:
        root = f"system-{run}"
        folders = [folder for folder in (workspace.state, workspace.archive_folder(run)) if folder.is_dir()]
        paths = [path for folder in folders for path in run_files(folder, run)]
        if root not in chosen:
            paths = [path for path in paths if _document_id(path) in chosen]
        if root in chosen:
            delete_graph_index(workspace, run)  # first: without the root, nobody could name the index
            shutil.rmtree(workspace.staging_folder(run), ignore_errors=True)
        roots = [path for path in paths if path.name == f"{root}.md"]
        rest = sorted((path for path in paths if path not in roots), key=_sort_key, reverse=True)
        for part in (rest, roots):
            with system_errors(workspace.state):
                for path in part:
                    path.unlink(missing_ok=True)
                for folder in folders:
                    sync_folder(folder)
            removed += len(part)
        folder = workspace.archive_folder(run)
        if folder in folders and not os.listdir(folder):
            with system_errors(folder):
                folder.rmdir()
                sync_folder(workspace.archive)
    return removed


def run_files(folder: Path, run: str) -> list[Path]:
    """A run's documents and conflict copies in a folder: its root first, then by number."""
    paths = []
    for name in _names(folder):
        if f"-{run}" in name and (match := _FILE.match(name)):
            try:
                parsed = parse_id(match["id"])
            except UsageError:
                continue
            if parsed.run == run:
                paths.append(folder / name)
    return sorted(paths, key=_sort_key)


def _sort_key(path: Path) -> tuple[tuple[int, list[int]], bool, str]:
    """The key that sorts a run's files by their documents, each document before its conflict copies."""
    return order(parse_id(_document_id(path))), path.name != f"{_document_id(path)}.md", path.name


def _names(folder: Path) -> Iterator[str]:
    try:
        yield from os.listdir(folder)
    except FileNotFoundError:
        return


def _document_id(path: Path) -> str:
    match = _FILE.match(path.name)
    return match["id"] if match else ""


def _move(paths: list[Path], source: Path, target: Path) -> int:
    with system_errors(target):
        for path in paths:
            place = target / path.name
            if place.exists():
                if digest_regular(place) != digest_regular(path):
                    raise DiskError(f"{path}:1: {place} is another such file; keep one of them, then try again")
                _sync_file(place)  # somebody copied the file: one of the two is enough once it is on disk
                path.unlink()
                continue
            os.rename(path, place)
        sync_folder(target)
        sync_folder(source)
    return len(paths)


def _sync_file(path: Path) -> None:
    """Put a file and its name on the disk for good."""
    with open_regular(path) as file:
        os.fsync(file.fileno())
    sync_folder(path.parent)
