"""Recovery after an engine died: its unfinished writes are deleted, a person's text is kept."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress

from pandora.disk import name_exchange
from pandora.disk.atomic import (
    ChangedError,
    delete_temporary,
    read_consistent,
    replace_file,
    sync_folder,
    system_errors,
)
from pandora.disk.conflicts import write_conflict
from pandora.disk.layout import Workspace
from pandora.disk.temporary_files import TemporaryFile, abandoned_files, parse_name, short_digest


def recover(workspace: Workspace, run: str, names: Sequence[str] | None = None) -> list[tuple[str, str]]:
    """Tidy the temporary files of a run's interrupted writes; returns document ids and what was saved of each.

    The caller holds the run's lease. Only texts that the engine wrote or had read are deleted, also those of
    other runs and of blobs. Any other text is a person's, from an exchange that was interrupted: it goes back
    into the document where that was not changed since, else into a conflict copy. Doing this twice is the same
    as once. `names` is the listing of `state/`, where the caller has it.
    """
    saved = []
    with system_errors(workspace.state):
        for path in list(abandoned_files(workspace.state, run, names)):
            temporary = parse_name(path)
            if not delete_temporary(path) and temporary is not None and f"-{run}" in temporary.target:
                saved.append((temporary.target.removesuffix(".md"), _restore_save(workspace, temporary)))
        if workspace.blobs.is_dir():
            for path in abandoned_files(workspace.blobs):
                delete_temporary(path)
    return saved


def _restore_save(workspace: Workspace, temporary: TemporaryFile) -> str:
    path, theirs = workspace.state / temporary.target, read_consistent(temporary.path)
    document_id = temporary.target.removesuffix(".md")
    try:
        current = read_consistent(path)
    except FileNotFoundError:
        name_exchange.take_free_name(temporary.path, path)
        sync_folder(path.parent)
        return "your last save is the document again"
    copy = ""
    if short_digest(current) == temporary.new and short_digest(current) != temporary.old:
        copy = write_conflict(workspace, document_id, "interrupted", current)
        with suppress(ChangedError):
            if (old := replace_file(path, theirs, current)) is not None:
                delete_temporary(old)
            os.unlink(temporary.path)
            return f"your last save is the document again; the engine's text of that moment is in {copy}"
    copy = write_conflict(workspace, document_id, "saved", theirs)
    os.unlink(temporary.path)
    return f"a save of yours from when the engine was interrupted is in {copy}"
