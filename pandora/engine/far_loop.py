"""A loop of a step that runs in another process: workspace and task go there, its outcome comes back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pandora import errors, interrupt
from pandora.budget import Budget, Usage
from pandora.disk.layout import Workspace
from pandora.disk.reply_index import ReplyAddress
from pandora.disk.shared_ledger import Permit, SharedLedger, held_in_turn, permit_path
from pandora.document.ids import Name
from pandora.errors import (
    CeilingError,
    ClusterError,
    DiskError,
    DocumentError,
    ModelError,
    PandoraError,
    Problem,
    UsageError,
)
from pandora.outcome import Outcome
from pandora.task import Task

if TYPE_CHECKING:
    from pandora.engine.host import Host

LOOK = 0.3
"""Seconds between two looks at whether the permit of the run still stands."""
MOST_STARTS = 10
"""How often a loop is begun whose process was lost each time."""
WITHOUT_WORKERS = 120
"""Seconds that a cluster may be without a worker, in which lost ones start again, before it is given up."""
_COUNT_SECONDS = 1
_TOLD_SECONDS = 5
"""Seconds without a worker after which a person is told that some are waited for."""


class Cluster(Protocol):
    """Other processes over the same folder, which take functions with plain arguments."""

    def executor(self) -> Executor:
        """An executor whose tasks run there; each of them may be run more than once."""

    def lost(self, error: BaseException) -> bool:
        """True where a task failed because its process was lost, again and again."""

    def workers(self) -> int:
        """How many processes there are now that take tasks."""


@dataclass(frozen=True)
class FarLoop:
    """All that another process needs for one loop, as plain values; `making` makes its host there.

    `elapsed` counts the seconds that the tree had taken when the loop was sent. `fingerprint` is that of the
    tree's model.
    """

    workspace: str
    task: Task
    making: HostRecipe
    permit: Permit
    ceiling: Budget
    elapsed: float
    fingerprint: str
    schema: str = ""
    without: frozenset[str] = frozenset()


class HostRecipe(Protocol):
    """Makes the host of a run in another process; its own values are plain, so that they can be sent there."""

    def host(self, workspace: Workspace) -> Host:
        """A host for the workspace with the settings that were sent, and a model that is opened only once."""


@dataclass(frozen=True)
class FarError:
    """An error of a far loop as plain values, since not every error survives being sent."""

    kind: str
    message: str
    exit_code: int
    problems: tuple[Problem, ...] = ()

    @classmethod
    def of(cls, error: PandoraError) -> FarError:
        """The values of an error."""
        known = next(kind.__name__ for kind in type(error).__mro__ if kind.__module__ == errors.__name__)
        problems = error.problems if isinstance(error, DocumentError) else ()
        return cls(known, str(error), error.exit_code, tuple(problems))

    def error(self) -> PandoraError:
        """An error of the same kind, words and exit code."""
        if self.problems:
            return DocumentError(*self.problems)
        kind = getattr(errors, self.kind)
        rebuilt: PandoraError = (PandoraError if kind in (CeilingError, DocumentError) else kind)(self.message)
        rebuilt.exit_code = self.exit_code
        return rebuilt


@dataclass(frozen=True)
class FarOutcome:
    """How a far loop ended; `outcome` is None where it was stopped, or raised `error`.

    `replies` are the places of replies, for the cache, and `asked` is true where the model was asked.
    """

    outcome: Outcome | None = None
    usage: Usage = field(default_factory=Usage)
    replies: Mapping[str, ReplyAddress] = field(default_factory=dict)
    asked: bool = False
    error: FarError | None = None


def document_of(task: Task) -> str:
    """The id of the document that a child's task leaves."""
    return str(Name(task.level, task.kind, task.run, task.number))


def run_far_loop(order: FarLoop, run: Callable[[Task, Host], Outcome]) -> FarOutcome:
    """Run a loop in this process, under its document's lease and by the permit of its tree.

    A cluster may begin a task twice: whoever comes second waits for the lease, finds the document, and goes on
    with it; of one that has ended, only the outcome is read.
    """
    workspace = Workspace(Path(order.workspace))
    document = document_of(order.task)
    try:
        with (
            stopped_with(order.permit),
            held_in_turn(workspace.document(document), interrupt.stop_requested),
        ):
            host = order.making.host(workspace)
            if host.model.fingerprint != order.fingerprint:
                raise UsageError(
                    f"{workspace.document(document)}:1: the worker has another model under the name "
                    f"{host.model.name}; give it the same file or server"
                )
            host.ledger = SharedLedger(order.permit, document, order.ceiling)
            host.started = host.clock() - order.elapsed
            host.schema, host.without = order.schema, order.without
            host.open_account(order.task.run, Usage())
            outcome = run(order.task, host)
            host.store.settle()
            replies, asked = host.noted_replies()
            return FarOutcome(outcome, host.spent(order.task.run), replies, asked)
    except KeyboardInterrupt:
        return FarOutcome()
    except PandoraError as error:
        return FarOutcome(error=FarError.of(error))


@contextmanager
def stopped_with(permit: Permit) -> Iterator[None]:
    """Stop the work of this thread as soon as the permit is withdrawn."""
    stop, over = threading.Event(), threading.Event()

    def look() -> None:
        while not over.wait(LOOK):
            if not permit.valid:
                stop.set()
                return

    if not permit.valid:
        raise KeyboardInterrupt
    watch = threading.Thread(target=look, name="permit", daemon=True)
    watch.start()
    try:
        with interrupt.stoppable(stop):
            yield
    finally:
        over.set()


class WorkerWatch:
    """Waits for the workers of a cluster to come back, up to WITHOUT_WORKERS seconds.

    `clock` gives seconds, and `say` is told once that workers are waited for. `again` is what a person does
    later.
    """

    def __init__(self, cluster: Cluster, clock: Callable[[], float], say: Callable[[str], None]) -> None:
        self._cluster, self._clock, self._say = cluster, clock, say
        self.again = "go on"
        self._next = clock()
        self._since: float | None = None
        self._told = False

    def check(self) -> None:
        """Raise ClusterError where there has been no worker for so long."""
        now = self._clock()
        if now < self._next:
            return
        self._next = now + _COUNT_SECONDS
        if self._cluster.workers():
            self._since, self._told = None, False
            return
        self._since = now if self._since is None else self._since
        if now - self._since >= WITHOUT_WORKERS:
            raise ClusterError(
                f"the cluster has had no worker for {WITHOUT_WORKERS} seconds; start some, then {self.again}"
            )
        if now - self._since >= _TOLD_SECONDS and not self._told:
            self._told = True
            self._say(f"the cluster has no worker; waiting up to {WITHOUT_WORKERS} seconds for one")

    def error_of(self, future: Future[Any]) -> BaseException | None:
        """The error of an ended task, None where it has a result.

        Raises ClusterError where the cluster forgot the task, and UsageError where a worker cannot load it.
        """
        if future.cancelled():
            raise ClusterError(
                f"the cluster's scheduler ended or was started anew; see that it runs, then {self.again}"
            )
        error = future.exception()
        if isinstance(error, ImportError):
            raise UsageError(
                f"a worker cannot load Pandora ({error}); install the version of this machine there"
            ) from error
        return error


@dataclass(frozen=True)
class FarLoops:
    """Where and how the loops of steps that do not need one another are run by other processes."""

    cluster: Cluster
    making: HostRecipe


class FarBatch:
    """Loops that are sent together: they share one permit, and with it the ledger of their tree."""

    def __init__(self, loops: FarLoops, host: Host, run: Callable[[Task, Host], Outcome]) -> None:
        self._loops, self._host, self._run = loops, host, run
        self._pool = loops.cluster.executor()
        self._before = replace(host.ledger.usage)
        self._permit: Permit | None = None
        self._tree = ""
        self._starts: dict[str, int] = {}
        self._watch = WorkerWatch(loops.cluster, host.clock, self._say)

    def submit(self, task: Task) -> Future[FarOutcome]:
        """Send the loop of a task; it may begin before this returns."""
        host, document = self._host, document_of(task)
        if self._permit is None:
            self._tree, self._watch.again = task.run, f"`pandora resume {task.run}`"
            root = host.workspace.document(f"system-{task.run}")
            self._permit = Permit.issue(permit_path(root), host.ledger.ceiling, self._before)
        self._starts[document] = self._starts.get(document, 0) + 1
        if self._starts[document] == 1:
            host.tell(document, task.parent, "begin", task.text)
        order = FarLoop(
            str(host.workspace.root.resolve()),
            task,
            self._loops.making,
            self._permit,
            host.ledger.ceiling,
            host.elapsed(),
            host.model.fingerprint,
            host.schema,
            host.without,
        )
        return self._pool.submit(run_far_loop, order, self._run)

    def outcome(self, task: Task, future: Future[FarOutcome]) -> Outcome | None:
        """How a task's loop ended; None where it is to be sent again, since its process was lost.

        Raises what the loop raised, ModelError where its process is lost each time, and ClusterError where the
        cluster is gone.
        """
        document, lost = document_of(task), self._watch.error_of(future)
        if lost is not None and not self._loops.cluster.lost(lost):
            raise lost
        far = FarOutcome() if lost is not None else future.result()
        if far.error is not None:
            raise far.error.error()
        if far.outcome is None:
            if self._starts[document] >= MOST_STARTS:
                raise ModelError(
                    f"{document}: the process that ran it was lost {MOST_STARTS} times; see the worker's log"
                ) from lost
            return None
        for key, place in far.replies.items():
            self._host.note_reply(key, place, asked=far.asked)
        self._host.tell(document, task.parent, "call", "do", far.usage)
        self._host.tell(document, task.parent, "end", far.outcome.status.value)
        return far.outcome

    def check(self) -> None:
        """Raise CeilingError once the tree's seconds are over, and ClusterError without workers for long."""
        self._host.ledger.check(0, self._host.elapsed())
        self._watch.check()

    def close(self) -> None:
        """End the batch: what still runs stops at its next look, and what was used is the tree's."""
        try:
            if self._permit is not None:
                with suppress(DiskError):
                    self._host.ledger.usage = self._permit.usage()
                self._host.book(self._tree, self._host.ledger.usage.since(self._before))
        finally:
            if self._permit is not None:
                self._permit.withdraw()
            with suppress(Exception):  # a cluster that is gone has nothing to cancel
                self._pool.shutdown(wait=False)

    def _say(self, message: str) -> None:
        self._host.tell(f"system-{self._tree}", None, "note", message)
