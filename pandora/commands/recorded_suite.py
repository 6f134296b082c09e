"""A suite whose runs are recorded in a folder, so that a round of edits goes on where it stopped."""

from __future__ import annotations

import hashlib
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pandora.budget import Budget, Ledger
from pandora.commands.init import copy_tree
from pandora.commands.task_suite import SuiteTask, read_suite, run_task
from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.ids import parse_id
from pandora.document.instructions import LONGEST
from pandora.document.links import facts
from pandora.document.meta_values import attempt_of
from pandora.engine.host import Host
from pandora.errors import Ceiling, CeilingError, DiskError, PandoraError, RefusedError, UsageError
from pandora.growth.frozen_parts import parts_of
from pandora.growth.gate import Score
from pandora.growth.leak_audit import TaskSecrets, secrets_of
from pandora.growth.suite_runs import TaskRun
from pandora.inspect.rehearsal import SilentModel, documents_of, rehearse
from pandora.models.keyed_replies import KeyedReplies, append_line, read_lines
from pandora.models.protocol import Model
from pandora.models.seeded import SeededModel
from pandora.outcome import Status
from pandora.policy import Policy
from pandora.regular_file import digest_regular, read_text
from pandora.sandbox import scratch

RESULTS, USES = "results.jsonl", "uses.jsonl"
"""The files of a record: how each run ended, and which candidates the suite has judged."""
_KEYS = {"of", "task", "seed", "solved", "status", "tokens", "run"}


@dataclass
class Limits:
    """What a round may use in this sitting: model calls (None: any number) and seconds since `begun`."""

    calls: int | None = None
    seconds: float | None = None
    begun: float = field(default_factory=time.monotonic)
    given_calls: int = 0

    def check(self) -> None:
        """Raise CeilingError where nothing is left."""
        if self.calls is not None and self.calls <= 0:
            raise CeilingError(Ceiling("calls", self.given_calls))
        if self.seconds is not None and time.monotonic() - self.begun >= self.seconds:
            raise CeilingError(Ceiling("seconds", int(self.seconds)))


class RecordedSuite:
    """The suite in `folder`, with a record of its runs in `record`; see `SuiteRuns`."""

    def __init__(
        self,
        folder: Path,
        model: Model,
        budget: Budget,
        record: Path,
        limits: Limits,
        *,
        scaffold: bool = True,
        hidden: bool = False,
        say: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._folder, self._model, self._budget = folder, model, budget
        self._limits, self._scaffold, self._hidden, self._say = limits, scaffold, hidden, say
        self._tasks = {task.name: task for task in read_suite(folder)}
        self._digest = content_digest(folder)
        self._record = record / self._digest
        try:
            self._record.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DiskError(
                f"{self._record}: no folder can be made ({error.strerror}); give another folder"
            ) from error
        rows = [row for _, row in read_lines(self._record / RESULTS) if row.keys() >= _KEYS]
        self._results = {str(row["of"]): row for row in rows}

    @property
    def names(self) -> Sequence[str]:
        """The names of the tasks."""
        return tuple(self._tasks)

    @property
    def secrets(self) -> Sequence[TaskSecrets]:
        """What no candidate may know: the tasks' expected values, and of a hidden suite their words."""
        texts = {
            name: (task.text, read_text(task.folder / "check.py", LONGEST))
            for name, task in self._tasks.items()
        }
        return secrets_of(texts, self._hidden)

    def run(self, task: str, seed: int, system: Path) -> TaskRun:
        """Run a task with the patterns in `system`, or return its recorded run."""
        self._require_unchanged()
        suite_task = self._tasks[task]
        model = SeededModel(self._model, seed)
        key = self._key(suite_task, model, system)
        if row := self._results.get(key):
            score = Score(bool(row["solved"]), _is_wrong(row["solved"], str(row["status"])), int(row["tokens"]))
            return TaskRun(task, seed, score, str(row["status"]), str(row["run"]), recorded=True)
        self._limits.check()
        keyed = KeyedReplies(model, self._record / f"{task}.jsonl", self._limits.calls)
        kept = self._record / "runs" / key
        shutil.rmtree(kept, ignore_errors=True)
        ended = run_task(suite_task, keyed, system, self._budget, kept, scaffold=self._scaffold)
        self._limits.calls = keyed.calls
        self._require_unchanged()
        if keyed.diverged:
            raise CeilingError(Ceiling("calls", self._limits.given_calls))
        if keyed.away:
            raise UsageError(f"the model could not be asked ({ended.error}); resume goes on when it can")
        score = Score(
            ended.solved, _is_wrong(ended.solved, ended.status), ended.used.prompt + ended.used.written
        )
        run = _run_in(Workspace(kept / task / "workspace"))
        row = {"of": key, "task": task, "seed": seed, "solved": score.solved, "status": ended.status}
        row |= {"tokens": score.tokens, "run": run}
        append_line(self._record / RESULTS, row)
        self._results[key] = row
        verdict = "solved" if score.solved else "WRONG" if score.wrong else ended.status
        self._say(f"{task}, seed {seed}: {verdict}, {ended.seconds:.0f} s")
        return TaskRun(task, seed, score, ended.status, run)

    def documents(self, task: str, system: Path) -> Workspace | None:
        """The workspace that the task's run with seed 1 left."""
        key = self._key(self._tasks[task], SeededModel(self._model, 1), system)
        kept = Workspace(self._record / "runs" / key / task / "workspace")
        return kept if key in self._results and self._results[key]["run"] and kept.state.is_dir() else None

    def reached(self, task: str, old: Path, new: Path) -> bool:
        """Resume the recorded run on a copy with the new patterns and a model that never replies.

        What an earlier attempt asked is not asked anew, so that is looked up in the documents first.
        """
        kept = self.documents(task, old)
        if kept is None:
            return True
        run = _run_in(kept)
        if _asked_otherwise(kept, run, old, new):
            return True
        root = f"system-{run}"
        folder = scratch.make("evolve")
        try:
            copy_tree(kept.root, folder)
            shutil.rmtree(folder / "system")
            copy_tree(new, folder / "system")
            model = SilentModel(
                self._model.name,
                self._model.context,
                self._model.fingerprint,
                self._model.count,
                self._model.parameters,
            )
            rehearsed = rehearse(Workspace(folder), run, model, self._host)
        except PandoraError:
            return True
        finally:
            scratch.discard(folder)
        before = Store(kept).load(root)
        return (
            rehearsed.asked is not None
            or bool(rehearsed.action)
            or any(rehearsed.after[root].digest(number) != before.digest(number) for number in range(1, 6))
            or rehearsed.after[root].meta.get("status") != before.meta.get("status")
        )

    def count_use(self, candidate: str) -> int:
        """Count that a candidate was judged by this suite."""
        known = {str(row.get("candidate")) for _, row in read_lines(self._record / USES)}
        if candidate not in known:
            append_line(self._record / USES, {"candidate": candidate})
            known.add(candidate)
        return len(known)

    def _host(self, workspace: Workspace, model: Model) -> Host:
        return Host(workspace, model, Ledger(self._budget), Policy(yes=True), scaffold=self._scaffold)

    def _key(self, task: SuiteTask, model: Model, system: Path) -> str:
        parts = (content_digest(system), content_digest(task.folder), model.fingerprint, str(self._scaffold))
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]

    def _require_unchanged(self) -> None:
        """Raise RefusedError where somebody changed the suite since the round began."""
        if content_digest(self._folder) != self._digest:
            raise RefusedError(f"{self._folder} changed while it was judging; begin a new round with it")


def _asked_otherwise(kept: Workspace, run: str, old: Path, new: Path) -> bool:
    """True where what a run asked a model in any attempt would differ, by the parts that `new` changes.

    A loop's instructions, hints and examples are asked of the model; an earlier attempt had a menu and votes.
    """
    documents = documents_of(kept, run).values()
    named = {facts(document)["Pattern"][0] for document in documents}
    retried = any(attempt_of(document.meta) > 1 for document in documents)
    for path in old.rglob("*.md"):
        before, after = read_text(path, LONGEST), read_text(new / path.relative_to(old), LONGEST)
        texts = (parts_of(before).open, parts_of(after).open) if before != after else ({}, {})
        parts = {part for part in {*texts[0], *texts[1]} if texts[0].get(part) != texts[1].get(part)}
        if not parts:
            continue
        own = f"system/{path.relative_to(old).as_posix()}" in named or path.parent.name == "phases"
        menu, votes = parts & {"when", "needs"}, parts & {"tries", "agree"}
        if (own and parts - menu - votes) or (retried and (own or menu)):
            return True
    return False


def _is_wrong(solved: object, status: str) -> bool:
    return status == Status.ACCEPTED.value and not solved


def _run_in(workspace: Workspace) -> str:
    """The id of the one run in a workspace; "" where there is none."""
    if not workspace.state.is_dir():
        return ""
    return next((parse_id(root).run for root in workspace.runs()), "")


def content_digest(folder: Path) -> str:
    """The digest of the paths and bytes of all files below a folder; bytecode is left out."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(folder).as_posix()}\0{digest_regular(path)}\0".encode())
    return digest.hexdigest()[:16]
