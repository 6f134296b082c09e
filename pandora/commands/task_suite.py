"""A suite of tasks: folders with `task.md`, `files/` and `check.py`, each run in a workspace of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pandora.budget import Budget, Ledger, Usage
from pandora.commands.init import copy_tree, make_workspace
from pandora.disk.layout import Workspace
from pandora.document import front_matter as meta
from pandora.document.instructions import LONGEST
from pandora.engine.host import Host
from pandora.engine.run import as_object, resume, start
from pandora.errors import DocumentError, Problem, UsageError
from pandora.models.protocol import Model
from pandora.outcome import Status
from pandora.policy import Policy
from pandora.regular_file import read_text

CHECK_SECONDS = 120
"""How long a task's check.py may take."""
_HEAD = re.compile(r"\A---[ \t]*\r?\n(.*?)^---[ \t]*\r?\n(.*)\Z", re.S | re.M)


@dataclass(frozen=True)
class SuiteTask:
    """One task of a suite: its folder, its family, its ceiling of seconds, and the text of the task."""

    folder: Path
    family: str
    seconds: int
    text: str

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name


@dataclass(frozen=True)
class TaskResult:
    """How a task ended and what it cost; `complaint` is what its check said, `error` what the engine raised."""

    task: SuiteTask
    solved: bool
    status: str
    seconds: float
    used: Usage
    complaint: str = ""
    error: str = ""

    @property
    def accepted_but_wrong(self) -> bool:
        """True where the engine accepted a result that the check did not."""
        return self.status == Status.ACCEPTED.value and not self.solved

    def as_object(self) -> dict[str, Any]:
        """What `bench tasks --json` prints of it."""
        row: dict[str, Any] = {
            "task": self.task.name,
            "family": self.task.family,
            "solved": self.solved,
            "status": self.status,
            "seconds": round(self.seconds, 1),
            "calls": self.used.calls,
            "prompt_tokens": self.used.prompt,
            "written_tokens": self.used.written,
        }
        return {**row, "error": self.error} if self.error else row


def read_suite(folder: Path, only: Sequence[str] = ()) -> list[SuiteTask]:
    """The tasks of a folder by name, of those in `only` where it has any.

    Raises UsageError where there is none or not that one, DocumentError for a broken one.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder; name one whose folders hold task.md and check.py")
    folders = {path.parent.name: path.parent for path in sorted(folder.glob("*/task.md"))}
    for name in only:
        if name not in folders:
            raise UsageError(f"{folder} has no task {name!r}; it has {', '.join(folders) or 'none'}")
    if not folders:
        raise UsageError(f"{folder} holds no task; a task is a folder with task.md and check.py")
    return [_read_task(path) for name, path in folders.items() if not only or name in only]


def _read_task(folder: Path) -> SuiteTask:
    """The task of a folder; raises DocumentError where its task.md or check.py is not as it must be."""
    path = folder / "task.md"
    if not (folder / "check.py").is_file():
        raise DocumentError(
            Problem(str(folder / "check.py"), 1, "there is no check", "it exits 0 where solved")
        )
    match = _HEAD.match(read_text(path, LONGEST))
    if not match:
        raise DocumentError(
            Problem(str(path), 1, "no front matter between two lines '---'", "add family and seconds")
        )
    try:
        keys = meta.load(match[1])
    except meta.FrontMatterError as error:
        raise DocumentError(Problem(str(path), error.line + 1, str(error), "mend the front matter")) from None
    seconds = keys.get("seconds")
    if type(seconds) is not int or seconds < 1:
        raise DocumentError(Problem(str(path), 1, f"seconds is {seconds!r}", "write a whole number from 1"))
    return SuiteTask(folder, str(keys.get("family", "")), seconds, match[2].strip())


def run_task(
    task: SuiteTask,
    model: Model,
    system: Path,
    budget: Budget,
    keep: Path | None = None,
    **rest: Any,
) -> TaskResult:
    """Run one task in a fresh workspace, in which every effect is approved, and check its result.

    `system` has the patterns; a copy of the workspace stays in `keep`. `rest` are further
    arguments of Host. An error of the engine fails the task and is not raised.
    """
    place = Path(tempfile.mkdtemp(prefix=f"pandora-task-{task.name}-"))
    try:
        return run_task_in(place, task, model, system, budget, **rest)
    finally:
        if keep is not None:
            copy_tree(place, keep / task.name)
        shutil.rmtree(place, ignore_errors=True)


def run_task_in(
    place: Path, task: SuiteTask, model: Model, system: Path, budget: Budget, **rest: Any
) -> TaskResult:
    """Run one task in the folder `place`, where its workspace and RESULT.json stay, and check its result.

    A task that was begun there before is gone on with. An error of the engine fails it and is not raised.
    """
    root = place / "workspace"
    if not root.is_dir():
        shutil.rmtree(new := place / "workspace.new", ignore_errors=True)
        make_workspace(new, system)
        copy_tree(task.folder / "files", new)
        (new / "out").mkdir(exist_ok=True)
        new.rename(root)
    budget = replace(budget, seconds=task.seconds)
    host = Host(Workspace(root), model, Ledger(budget), Policy(yes=True), **rest)
    try:
        begun = host.workspace.runs()
        ended = resume(begun[0], host) if begun else start(task.text, host, budget)
    except Exception as error:
        message = f"{type(error).__name__}: {' '.join(str(error).split())}"
        _write_result(place, _engine_failure(message))
        return TaskResult(task, False, Status.FAILED.value, host.elapsed(), host.ledger.usage, error=message)
    _write_result(place, as_object(ended, host.workspace))
    complaint = _run_check(task, place, root)
    return TaskResult(
        task, complaint is None, ended.outcome.status.value, ended.seconds, ended.usage, complaint or ""
    )


def check_verdict(task: SuiteTask, act: Callable[[Path], Mapping[str, Any]]) -> str | None:
    """What the task's check says of what `act` did in a fresh copy of the files; None where it is right.

    `act` gets the folder and returns what RESULT.json holds.
    """
    with tempfile.TemporaryDirectory(prefix=f"pandora-task-{task.name}-") as place:
        root = Path(place, "workspace")
        copy_tree(task.folder / "files", root)
        (root / "out").mkdir(parents=True, exist_ok=True)
        _write_result(Path(place), act(root))
        return _run_check(task, Path(place), root)


def _engine_failure(reason: str) -> dict[str, Any]:
    """The content of RESULT.json where the engine itself failed."""
    nothing: dict[str, Any] = {"id": None, "output": "", "documents": [], "question": None, "usage": None}
    return {**nothing, "status": Status.FAILED.value, "reason": reason}


def _write_result(place: Path, result: Any) -> None:
    """Write RESULT.json, which the task's check reads."""
    (place / "RESULT.json").write_text(json.dumps(result, ensure_ascii=False), encoding="utf-8")


def _run_check(task: SuiteTask, place: Path, root: Path) -> str | None:
    """None where the task's check.py exits with 0, else the last line that it prints."""
    command = [sys.executable, str(task.folder.resolve() / "check.py"), str(place / "RESULT.json")]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        completed = subprocess.run(
            command, cwd=root, env=environment, capture_output=True, timeout=CHECK_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return f"the check did not end in {CHECK_SECONDS} seconds"
    if completed.returncode == 0:
        return None
    message = (completed.stderr or completed.stdout).decode("utf-8", "replace").strip()
    return message.rsplit("\n", 1)[-1] or f"exit code {completed.returncode}"


def run_suite(
    tasks: Sequence[SuiteTask],
    run: Callable[[SuiteTask], TaskResult],
    finished: Callable[[TaskResult], None],
) -> dict[str, Any]:
    """Run every task in order and call `finished` after each; returns the object of `bench tasks --json`."""
    scored = []
    for task in tasks:
        scored.append(run(task))
        finished(scored[-1])
    return suite_object(scored)


def suite_object(scored: Sequence[TaskResult]) -> dict[str, Any]:
    """The object of `bench tasks --json` for these results."""
    return {
        "tasks": [score.as_object() for score in scored],
        "solved": sum(score.solved for score in scored),
        "total": len(scored),
        "accepted_but_wrong": sum(score.accepted_but_wrong for score in scored),
    }
