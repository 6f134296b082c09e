"""Check whether a document's front matter has all that a loop needs to continue."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from pandora.budget import Budget
from pandora.document.links import line_at
from pandora.document.records import record_problems
from pandora.document.state_document import PHASES, Document
from pandora.document.terminal_text import shortened
from pandora.errors import DocumentError, Problem
from pandora.outcome import Status
from pandora.task import AUTHORS

_STATUSES = [status.value for status in Status]


_BUDGET = [field.name for field in fields(Budget)]


RESTORE = "restore it, e.g. from git"


def whole(document: Document, document_id: str) -> Document:
    """Return the document; raises DocumentError where a loop cannot continue from its front matter."""
    problems = list(front_matter_problems(document, document_id))
    if problems:
        raise DocumentError(*problems)
    return document


def front_matter_problems(document: Document, document_id: str) -> Iterator[Problem]:
    """Find everything in the front matter that would keep a loop from continuing."""
    meta = document.meta

    def problem(key: str, message: str, remedy: str) -> Problem:
        return Problem(document.path, key_line(document, key), message, remedy)

    for key in ("pandora", "id", "status", "phase", "attempt", "budget"):
        if key not in meta:
            yield problem(key, f"the front matter has no '{key}'", RESTORE)
    expected: Mapping[str, tuple[bool, str]] = {
        "pandora": (meta.get("pandora") == 1 and type(meta.get("pandora")) is int, "write 1"),
        "id": (meta.get("id") == document_id, f"write {document_id}, the file's name"),
        "status": (meta.get("status") in _STATUSES, f"one of {', '.join(_STATUSES)}"),
        "phase": (meta.get("phase") in PHASES, f"one of {', '.join(PHASES)}"),
        "attempt": (type(meta.get("attempt")) is int and meta["attempt"] >= 1, "write a whole number from 1"),
        "budget": (_numbers(meta.get("budget"), _BUDGET, whole=True), f"whole numbers: {', '.join(_BUDGET)}"),
        "used": (_numbers(meta.get("used"), None), "numbers, as {calls: 3, prompt: 911}"),
        "by": (meta.get("by") in AUTHORS, f"one of {', '.join(AUTHORS)}"),
        "model": (isinstance(meta.get("model"), str), "write the model's name"),
        **record_problems(meta),
    }
    for key, (right, remedy) in expected.items():
        if key in meta and not right:
            yield problem(key, f"{key} is {shortened(repr(meta[key]), 60)}", remedy)


def _numbers(given: Any, names: list[str] | None, whole: bool = False) -> bool:
    if not isinstance(given, dict) or any(names is not None and key not in names for key in given):
        return False
    kinds = (int,) if whole else (int, float)
    return all(type(number) in kinds and 0 <= number < math.inf for number in given.values())


def key_line(document: Document, key: str) -> int:
    """The line of a front matter key in the file; 1 where the key is missing."""
    start, end = document.meta_span
    match = re.compile(rf"^{key}:", re.M).search(document.text, start, end)
    return line_at(document, match.start()) if match else 1
