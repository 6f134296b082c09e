"""The text of a task: tidy it before a run begins, and read it back from §1 of a document."""

from __future__ import annotations

import re

from pandora.document.body import parse
from pandora.document.form import parse_form
from pandora.document.state_document import Document

_TASK = parse_form("Task: {given}\nContext: {given}\nResolved: {given}")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def tidy(text: str) -> str:
    """Remove control characters, and blanks on empty lines, so that §1 gives the same text back."""
    lines = (_CONTROL.sub("", line) for line in text.encode("utf-8", "replace").decode("utf-8").splitlines())
    return "\n".join(line if line.strip() else "" for line in lines).strip()


def task_of(document: Document) -> str:
    """The task that §1 of a document names; "" where it names none."""
    return str(parse(_TASK, document.body(1)).values.get("task", ""))
