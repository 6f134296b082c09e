"""Take copies of files for moves, where the request asks to move them: the files in the old places go."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

from pandora.programs.help import Work
from pandora.regular_file import read_regular
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

_LARGEST = 4 << 20


def copies_as_moves(work: Work, result: Result) -> Result:
    """Return a result that only copies files of a task as one that moves them; another one as it is.

    A small model writes a program that copies them, or that writes their content to the new place.
    """
    if not work.task.moves or not result.ok or not result.changes:
        return result
    if any(change.before or change.content is None for change in result.changes):
        return result
    kept = {digest: path for path in work.task.files if (digest := _digest(path, work.workspace))}
    removed = {}
    for change in result.changes:
        digest = hashlib.sha256(change.content or b"").hexdigest()
        if digest not in kept or kept[digest] in removed:
            return result
        removed[kept[digest]] = Change(kept[digest], digest, None)
    reason = "the task asks to move files: what was copied is gone from its old place"
    changes = (*result.changes, *removed.values())
    return replace(result, changes=changes, held=(*result.held, reason))


def _digest(path: str, workspace: Path) -> str:
    try:
        content, whole = read_regular(path, _LARGEST, inside=workspace)
    except OSError:
        return ""
    return hashlib.sha256(content).hexdigest() if whole and content else ""
