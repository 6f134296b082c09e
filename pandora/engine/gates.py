"""The gates of UNDERSTAND that code can hold: files that are not there, orders that nobody here can follow."""

from __future__ import annotations

import re

from pandora.engine.loop import Loop
from pandora.task import Task

SURE = 0.5
"""The least probability at which a task that the model calls `outside` is not tried."""
_MAKING = re.compile(
    r"\b(?:to|into|as|named|called|create|creates|make|makes|write|writes|save|saves|produce|generate|output|export|"
    r"new file|file|store[sd]?)\b[\s:'\"`(]*"
    r"(?:it |them |a |an |the |new |file |json |csv |markdown |text |list )*[\s:'\"`(]*$",
    re.I,
)

_ACTING = re.compile(
    r"\b(?:send|buy|order|book|call|post|submit|register|subscribe|pay|upload|publish|log ?in|sign ?(?:up|in)|"
    r"e-?mail|message|reserve|cancel|vote|delete|change|edit|update|reply)\b",
    re.I,
)
"""Words of what nobody here does to a page."""
_ASKING = re.compile(
    r"(?:^|[,;:.!]\s+)(?:how|which|what|who|whom|whose|when|where|why|is|are|was|were|does|do|did|has|have)\b[^?]*\?\s*$",
    re.I,
)


def is_output(path: str, text: str) -> bool:
    """True where `text` names `path` as something to be made: after `to`, `as`, `write` and the like."""
    if path.startswith("out/"):
        return True
    return any(_MAKING.search(text[: match.start()]) for match in re.finditer(re.escape(path), text))


def trusted(kind: str, chance: float, task: Task) -> str:
    """The task's kind; where the model is not sure, or the task plainly says another, what it plainly is."""
    page = any(not each.startswith("search:") for each in task.addresses)
    if page and kind in ("outside", "code", "change") and not task.files and not _ACTING.search(task.text):
        return "answer"  # a page is read and never changed
    made = any(is_output(path, task.text) for path in task.outputs)
    if made and kind in ("change", "answer"):
        return "file"  # it names a file that is not there yet, to be made
    if chance < SURE and not made and kind != "file" and _ASKING.search(task.text):
        return "answer"
    if kind != "outside" or chance >= SURE:
        return kind
    return "file" if made else "answer"


def first_question(loop: Loop, kind: str) -> str | None:
    """What must be asked before anything is planned, or None."""
    task = loop.task
    missing = [path for path in task.outputs if not is_output(path, task.text)]
    if missing:
        return f"There is no {' and no '.join(missing)}. Which file is meant?"
    if kind == "outside":
        return "Nothing here can act outside the workspace's files. What should be done with the files instead?"
    if kind == "change" and not task.files and not task.outputs:
        return "Which file is to be changed, and how? The task names none that is there."
    if kind == "change" and not task.named and not task.outputs:
        return f"Which file is to be changed? The task names none of {', '.join(task.files[:8])}."
    return None
