"""Count what rules about words refuse of the right and wrong results that come with the tasks of a suite."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pandora.commands.task_suite import SuiteTask, read_suite
from pandora.disk.layout import Workspace, shipped_system
from pandora.engine.pattern import Library
from pandora.programs.help import Try, Work
from pandora.programs.rules.judgement import judge_result
from pandora.task import Task
from pandora.workspace.named_files import named_paths
from pandora.workspace.operation_context import Result

SUITE = Path(__file__).parents[1] / "tasks" / "open"
TEXTS = ("writing", "summary")
"""The families whose results are texts, which must have the proper names of the task."""


@dataclass
class Refusals:
    """How many right and wrong results a rule was held against, and how many of each it refuses."""

    right: int = 0
    refused_right: int = 0
    wrong: int = 0
    refused_wrong: int = 0


def refusals(place: Path) -> dict[str, Refusals]:
    """Hold the accepted results of each task to the rules about words; `place` is an empty folder."""
    counts: dict[str, Refusals] = {}
    patterns = Library(Workspace(shipped_system().parent))
    table, quote = patterns.load("tool", "table"), patterns.load("operation", "quote")
    for task in read_suite(SUITE):
        root = place / task.name
        shutil.copytree(task.folder / "files", root) if (task.folder / "files").is_dir() else root.mkdir()
        files = tuple(named_paths(task.text, root)[0]) or _files(root)
        rules: list[str] = []
        if files and quote.fits(files) and not table.fits(files) and task.family not in TEXTS:
            rules.append("passages")
        if task.family in TEXTS:
            rules.append("proper_names")
        for right, attempt in _tries(task):
            for rule in rules:
                refused = _refuses(rule, task, files, attempt, root)
                if refused is not None:
                    count = counts.setdefault(rule, Refusals())
                    count.right += right
                    count.wrong += not right
                    count.refused_right += right and refused
                    count.refused_wrong += refused and not right
    return counts


def _tries(task: SuiteTask) -> Iterator[tuple[bool, dict[str, Any]]]:
    """The results of a task that were accepted, and whether its check takes them."""
    tries = json.loads((task.folder / "tries.json").read_text(encoding="utf-8"))
    for kind in ("right", "wrong"):
        for attempt in tries[kind]:
            if attempt["status"] == "accepted":
                yield kind == "right", attempt


def _refuses(
    rule: str,
    task: SuiteTask,
    files: tuple[str, ...],
    attempt: dict[str, Any],
    root: Path,
) -> bool | None:
    """Whether the rule refuses a result; None where it is refused without it, or has nothing to hold."""
    made = {path: content for path, content in (attempt["files"] or {}).items() if content is not None}
    words = str(attempt["output"] or "")
    if made or not words:
        return None
    work = Work(Task(task.text, files=files, kind_of_task="answer", named=True), root)
    held = Try({"text": words}, Result(True, words), {"text": "answer"})
    if not judge_result(work, held).ok:
        return None
    ruled = Work(work.task, root, rules=frozenset({rule}))
    return not judge_result(ruled, held).ok


def _files(root: Path) -> tuple[str, ...]:
    return tuple(sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()))
