"""Take copies of files for moves, where the request asks to move them: the files in the old places go."""

from __future__ import annotations

import contextlib
import hashlib
from dataclasses import replace

from pandora.programs.help import Work
from pandora.regular_file import digest_regular
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result


def copies_as_moves(work: Work, result: Result) -> Result:
    """Return a result that only copies files of a task as one that moves them; another one as it is.

    A small model writes a program that copies them, or that writes their content to the new place.
    """
    if not work.task.moves or not result.ok or not result.changes:
        return result
    if any(change.before or change.content is None for change in result.changes):
        return result
    kept = {}
    for path in work.task.files:
        with contextlib.suppress(OSError):
            kept[digest_regular(path, inside=work.workspace)] = path
    removed: dict[str, Change] = {}
    for change in result.changes:
        digest = hashlib.sha256(change.content or b"").hexdigest()
        if not change.content or digest not in kept or kept[digest] in removed:
            return result
        removed[kept[digest]] = Change(kept[digest], digest, None)
    reason = "the task asks to move files: what was copied is gone from its old place"
    changes = (*result.changes, *removed.values())
    return replace(result, changes=changes, held=(*result.held, reason))
