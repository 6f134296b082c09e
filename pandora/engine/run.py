"""A run from outside: started from a person's words, or continued from its documents."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from pandora.budget import Budget, Usage, used_of
from pandora.disk.layout import Workspace
from pandora.disk.lease import held
from pandora.disk.lease import tidy as tidy_leases
from pandora.disk.recovery import recover
from pandora.disk.store import Store
from pandora.document.body import parse
from pandora.document.form import parse_form
from pandora.document.ids import new_run, parse_id
from pandora.document.integrity import key_line, whole
from pandora.document.links import children
from pandora.document.state_document import Document
from pandora.engine.host import Host
from pandora.engine.micro_loop import micro_loop
from pandora.errors import DiskError, PandoraError, UsageError
from pandora.interrupt import Interrupted
from pandora.outcome import Outcome, Status
from pandora.task import Task

TASK = parse_form("Task: {given}\nContext: {given}\nResolved: {given}")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
LONGEST = 0.5
"""The part of the work context that a task's own text may take."""


@dataclass(frozen=True)
class Run:
    """A run as its documents say it: each is read once, and handed on to whoever asks about it.

    `id` is the run's, `store` where its documents are.
    """

    store: Store
    id: str
    _read: dict[str, Document | PandoraError] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def open(cls, store: Store, run: str) -> Run:
        """The run; raises PandoraError where its root document cannot be read."""
        opened = cls(store, run)
        opened.load(opened.root_id)
        return opened

    @property
    def root_id(self) -> str:
        """The id of its root document."""
        return f"system-{self.id}"

    @property
    def root(self) -> Document:
        """Its root document, of which the engine can go on; raises PandoraError where it cannot."""
        return whole(self.load(self.root_id), self.root_id)

    def load(self, document_id: str) -> Document:
        """A document of the run; raises PandoraError where it cannot be read."""
        if document_id not in self._read:
            try:
                self._read[document_id] = self.store.load(document_id)
            except PandoraError as error:
                self._read[document_id] = error
        document = self._read[document_id]
        if isinstance(document, PandoraError):
            raise document
        return document

    @functools.cached_property
    def documents(self) -> dict[str, Document]:
        """All documents of the run by id, its root first; raises PandoraError where one cannot be read."""
        return {document_id: self.load(document_id) for document_id in self.store.workspace.of_run(self.id)}

    @functools.cached_property
    def reachable(self) -> dict[str, Document | None]:
        """The root, the documents that it names, and so on; None for one that the engine cannot go on from.

        Raises PandoraError where the root cannot be read.
        """
        documents: dict[str, Document | None] = {self.root_id: self.root}
        left = [self.root]
        while left:
            for child, _, _ in children(left.pop()):
                if child in documents or not self.store.exists(child):
                    continue
                documents[child] = None
                with suppress(PandoraError):
                    document = whole(self.load(child), child)
                    documents[child] = document
                    left.append(document)
        return documents


@dataclass(frozen=True)
class Ended:
    """A run's end: its root document, its outcome, and what all its documents used together."""

    root: str
    outcome: Outcome
    usage: Usage
    seconds: float

    @property
    def run(self) -> str:
        """The run's id."""
        return parse_id(self.root).run


def start(text: str, host: Host, budget: Budget) -> Ended:
    """Run a person's task as a new system loop."""
    task_text = host.redact(worded(text))
    budget = budget.scaled(host.model.context)
    most = int(budget.context * LONGEST)
    if len(task_text) > most * 16 or host.count(task_text) > most:
        told = f"the task is {len(task_text)} characters long; {most} tokens are the most"
        raise UsageError(f"{told}; put the text in a file and name the file in the task")
    task = Task(task_text, run=new_run(), budget=budget)
    with alone(host, task.run):
        return _ended(task, host)


@contextmanager
def alone(host: Host, run: str) -> Iterator[None]:
    """Be the one writer of a run; raises HeldError where another engine works on it."""
    if not host.workspace.state.is_dir():
        raise DiskError(f"{host.workspace.state}:1: the folder is gone; `pandora init` makes it again")
    with held(host.workspace.document(f"system-{run}")):
        try:
            yield
        except BaseException:
            with suppress(PandoraError):
                host.store.settle()
            raise
        host.store.settle()


def worded(text: str) -> str:
    """A task's words, tidied; UsageError where there are none."""
    if not (words := tidy(text)):
        raise UsageError('the task is empty; say what to do, e.g. pandora run "How many rows has data.csv?"')
    return words


def tidy(text: str) -> str:
    """A person's words as §1 gives them back: no control characters, no blanks on empty lines."""
    lines = (_CONTROL.sub("", line) for line in text.encode("utf-8", "replace").decode("utf-8").splitlines())
    return "\n".join(line if line.strip() else "" for line in lines).strip()


def resume(root: str, host: Host, budget: Budget | None = None) -> Ended:
    """Continue a run from its root document; a finished one costs nothing and changes nothing."""
    name = parse_id(root)
    if name.level != "system":
        raise UsageError(f"{root} is a part of a run; resume system-{name.run}")
    host.store.load(root)  # a run that is not there is not held
    with alone(host, name.run):
        return _resume(root, name.run, host, budget)


def _resume(root: str, run: str, host: Host, budget: Budget | None) -> Ended:
    host.workspace.in_use(run)
    names: list[str] | None = host.workspace.names()
    tidy_leases(host.workspace.state, names or ())
    for torn, told in recover(host.workspace, run, names):
        host.tell(torn, None, "note", told)
        names = None  # a document may be back
    document = whole(host.store.load(root), root)
    if "graph" in document.meta:
        raise UsageError(f"{root} is a graph of questions; `pandora think --resume {run}` goes on with it")
    if undone := document.meta.get("undone"):
        told = f"{document.path}:{key_line(document, 'undone')}: its changes were undone ({undone})"
        raise UsageError(f"{told}; delete this line, then resume makes them again")
    said = document.meta.get("budget") or {}
    kept = Budget(**{key: int(value) for key, value in said.items() if key in Budget.__dataclass_fields__})
    text = str(parse(TASK, document.body(1)).values.get("task", ""))
    if not text:
        raise UsageError(f"{document.path}:{document.sections[1].line}: §1 has no 'Task:' line; write one")
    host.ledger.ceiling = budget or kept
    host.ledger.usage = total_usage(host.store, run, names)
    host.begin(run, host.ledger.usage)
    return _ended(Task(text, run=run, budget=budget or kept), host)


def _ended(task: Task, host: Host) -> Ended:
    try:
        outcome = micro_loop(task, host)
    except KeyboardInterrupt:
        raise Interrupted(task.run) from None
    if outcome.status is Status.ACCEPTED:
        host.enter()
    seconds = host.clock() - host.started
    return Ended(f"system-{task.run}", outcome, host.spent(task.run), seconds)


def total_usage(store: Store, run: str, names: Sequence[str] | None = None) -> Usage:
    """What all documents of a run used, added up from their front matter."""
    total = Usage()
    for each in store.workspace.of_run(run, names):
        total.add(used_of(whole(store.load(each), each).meta))
    return total


def as_object(ended: Ended, workspace: Workspace) -> dict[str, Any]:
    """How a run ended as plain values: what `run --json` prints, and a client of the protocol gets."""
    outcome, usage = ended.outcome, ended.usage
    return {
        "id": ended.root,
        "status": outcome.status.value,
        "output": outcome.output,
        "documents": documents_of(ended, workspace),
        "question": outcome.question.text if outcome.question else None,
        "question_kind": outcome.question.kind if outcome.question else None,
        "reason": outcome.reason or None,
        "usage": {
            "calls": usage.calls,
            "prompt_tokens": usage.prompt,
            "evaluated_tokens": usage.evaluated,
            "written_tokens": usage.written,
            "model_seconds": round(usage.model_seconds, 3),
            "seconds": round(ended.seconds, 3),
        },
    }


def documents_of(ended: Ended, workspace: Workspace) -> list[str]:
    """The paths of the run's documents, its root first."""
    return [workspace.relative(workspace.document(each)) for each in workspace.of_run(ended.run)]
