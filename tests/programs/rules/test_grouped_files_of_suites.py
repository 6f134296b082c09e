"""The wrong changes of files and names that the suites' tasks have with their checkers, and the right ones."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from pandora.programs.code.renamed_words import renamed_words
from pandora.programs.help import Try, Work
from pandora.programs.rules.grouped_files import grouped_files
from pandora.programs.rules.moved_files import moved_files
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

SUITES = Path(__file__).parents[2] / "tasks"
FAMILIES = ("family: files", "family: rename")


def tries(kind: str) -> Iterator[tuple[str, Work, Try]]:
    """Each accepted result of the suites' tasks about files and names, as a try of a program that made it."""
    for suite in ("everyday", "open"):
        for folder in sorted((SUITES / suite).iterdir()):
            root, request = folder / "files", folder / "task.md"
            if not request.exists() or not any(family in request.read_text("utf-8") for family in FAMILIES):
                continue
            text = request.read_text("utf-8").split("---\n", 2)[2].strip()
            there = {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*.*")}
            task = Task(text, files=tuple(sorted(there)), kind_of_task="change", named=True)
            results = json.loads((folder / "tries.json").read_text("utf-8"))[kind]
            for number, result in enumerate(results):
                changes = tuple(
                    Change(path, _digest(there.get(path)), None if content is None else content.encode())
                    for path, content in (result["files"] or {}).items()
                    if content is not None or path in there
                )
                if result["status"] == "accepted" and changes:
                    attempt = Try({"code": "x"}, Result(True, "done", changes=changes), {"code": "program"})
                    yield f"{folder.name} {number}", Work(task, root), attempt


def _digest(content: bytes | None) -> str:
    return "" if content is None else hashlib.sha256(content).hexdigest()


def refused(work: Work, attempt: Try) -> bool:
    looks = (moved_files, grouped_files, renamed_words)
    return any(verdict.state == "violated" for look in looks for verdict in look(work, attempt))


def test_right_changes_are_not_refused() -> None:
    assert [name for name, work, attempt in tries("right") if refused(work, attempt)] == []


def test_most_wrong_changes_are_refused() -> None:
    wrong = [refused(work, attempt) for _, work, attempt in tries("wrong")]
    assert sum(wrong) >= 0.6 * len(wrong), f"{sum(wrong)} of {len(wrong)}"
