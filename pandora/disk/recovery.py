"""What an engine that died left beside its documents: unfinished writes go, a person's text stays."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress

from pandora.disk import exchange
from pandora.disk.atomic import ChangedError, discard, read_stable, replace_file, sync_folder, translated
from pandora.disk.conflicts import write_conflict
from pandora.disk.layout import Workspace
from pandora.disk.temporary_files import Aside, aside, left_behind, short


def recover(workspace: Workspace, run: str, names: Sequence[str] | None = None) -> list[tuple[str, str]]:
    """Tidy what is left of a run's broken-off writes; returns document ids, each with what was saved of it.

    The caller holds the run's lease. Only what the engine itself wrote or had read is deleted, that of
    other runs and of blobs too. A text that is neither came out of an exchange that was broken off: it is
    a person's, and goes back into the document where that was not changed since, else beside it. Doing this
    twice is the same as once. `names` is the listing of `state/`, where the caller has it.
    """
    told = []
    with translated(workspace.state):
        for path in list(left_behind(workspace.state, run, names)):
            whole = aside(path)
            if not discard(path) and whole is not None and f"-{run}" in whole.target:
                told.append((whole.target.removesuffix(".md"), _give_back(workspace, whole)))
        if workspace.blobs.is_dir():
            for path in left_behind(workspace.blobs):
                discard(path)
    return told


def _give_back(workspace: Workspace, left: Aside) -> str:
    path, theirs = workspace.state / left.target, read_stable(left.path)
    document_id = left.target.removesuffix(".md")
    try:
        stands = read_stable(path)
    except FileNotFoundError:
        exchange.fill(left.path, path)
        sync_folder(path.parent)
        return "your last save is the document again"
    copy = ""
    if short(stands) == left.new and short(stands) != left.old:
        copy = write_conflict(workspace, document_id, "interrupted", stands)
        with suppress(ChangedError):
            if (old := replace_file(path, theirs, stands)) is not None:
                discard(old)
            os.unlink(left.path)
            return f"your last save is the document again; the engine's text of that moment is in {copy}"
    copy = write_conflict(workspace, document_id, "saved", theirs)
    os.unlink(left.path)
    return f"a save of yours from when the engine was interrupted is in {copy}"
