"""What a run changed in the user's files, from the earlier contents that undo keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.ids import parse_id
from pandora.errors import DiskError, RefusedError
from pandora.programs.change_preview import FileVersions
from pandora.workspace.applied_changes import Application, Write, applications
from pandora.workspace.file_head import plain_bytes
from pandora.workspace.undo import first_write, is_in_step


@dataclass(frozen=True)
class ChangedFile:
    """A file before the run's first write and after its last one.

    `note` says whether the change was undone, or the file was changed since; "" where it is as the run left it.
    """

    versions: FileVersions
    note: str = ""


def changed_files(workspace: Workspace, document_id: str) -> list[ChangedFile]:
    """Return the files that a run changed, or one of its documents with those below it, by path.

    What was undone is left out where a later application wrote the same file.
    """
    name, store = parse_id(document_id), Store(workspace)
    taken = [one for one in applications(workspace, name.run) if is_in_step(one, name.number)]
    standing = [one for one in taken if not one.undone]
    undone = [one for one in taken if one.undone]
    files = {path: _changed(store, path, writes) for path, writes in sorted(_by_path(standing).items())}
    for path, writes in sorted(_by_path(undone).items()):
        if path not in files:
            files[path] = ChangedFile(_versions(store, path, writes), "this was undone")
    return [
        file for file in files.values() if file.versions.note or file.versions.before != file.versions.after
    ]


def _by_path(taken: Sequence[Application]) -> dict[str, list[Write]]:
    writes: dict[str, list[Write]] = {}
    for application in taken:
        for write in application.writes:
            writes.setdefault(write.path, []).append(write)
    return writes


def _changed(store: Store, path: str, writes: Sequence[Write]) -> ChangedFile:
    now = _content_now(store.workspace.root / path)
    as_left = (sha256(now).hexdigest() if now is not None else "") == writes[-1].after
    return ChangedFile(_versions(store, path, writes), "" if as_left else "the file was changed since")


def _versions(store: Store, path: str, writes: Sequence[Write]) -> FileVersions:
    first, last = first_write(writes), writes[-1]
    try:
        before = store.read_blob(first.earlier) if first.before else None
        after = _written(store, path, last.after) if last.after else None
    except DiskError as error:
        return FileVersions(path, None, None, f"it cannot be shown: {error}")
    return FileVersions(path, before, after)


def _written(store: Store, path: str, after: str) -> bytes:
    """The content that the run wrote: its blob, else the file itself where nobody changed it."""
    try:
        return store.read_blob(f"blobs/{after[:32]}")
    except DiskError:
        now = _content_now(store.workspace.root / path)
        if now is None or sha256(now).hexdigest() != after:
            raise
        return now


def _content_now(path: Path) -> bytes | None:
    try:
        return plain_bytes(path)[0]
    except RefusedError:
        return None
