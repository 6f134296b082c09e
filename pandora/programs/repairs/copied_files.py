"""Take copies of files for moves, and moves for copies, as the request asks: the old files go, or stay."""

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
    changes = (*result.changes, *removed.values())
    if work.task.copies:  # they are judged as moves, and copies again at the end
        return replace(result, changes=changes)
    reason = "the task asks to move files: what was copied is gone from its old place"
    return replace(result, changes=changes, held=(*result.held, reason))


def moves_as_copies(work: Work, result: Result) -> Result:
    """Return a result that moves files of a task which asks for copies as one that copies them."""
    if not work.task.copies or not result.ok:
        return result
    contents = (change.content for change in result.changes)
    made = {hashlib.sha256(content).hexdigest() for content in contents if content is not None}
    changes = [change for change in result.changes if change.content is not None or change.before not in made]
    if len(changes) == len(result.changes):
        return result
    reason = "the task asks for copies: what they are copies of stays in its place"
    return replace(result, changes=tuple(changes), held=(*result.held, reason))
