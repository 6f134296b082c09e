"""What all loops of one run share: workspace, documents, model, patterns, ledger, policy, watcher."""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pandora import interrupt
from pandora.budget import Ledger, Usage
from pandora.disk.layout import Workspace
from pandora.disk.read_document import DocumentCache
from pandora.disk.reply_index import ReplyAddress, ReplyIndex
from pandora.disk.store import Store
from pandora.document.records import Place, Standing
from pandora.document.state_document import Document
from pandora.engine.builders import Builder, registered
from pandora.engine.events import Event, Watcher, nobody
from pandora.engine.far_loop import FarLoops
from pandora.engine.pattern import Library, Pattern
from pandora.errors import UsageError
from pandora.models.progress import Listener
from pandora.models.protocol import Model
from pandora.operations.registry import OPERATIONS, Operation
from pandora.outcome import Status
from pandora.policy import Policy
from pandora.sandbox.process import Limits
from pandora.workspace.apply import apply
from pandora.workspace.change import Change
from pandora.workspace.operation_context import OperationContext, protected_in
from pandora.workspace.secrets import Redactor, workspace_redactor

if TYPE_CHECKING:
    from pandora.engine.judgements import Judgement


def threads(most: int) -> Executor:
    """Return an executor of at most `most` threads, which are interrupted together with the calling thread."""
    return ThreadPoolExecutor(most, "pandora", interrupt.stop_with, (interrupt.scope(),))


@dataclass
class Host:
    """The shared part of a run. `clock` returns monotonic seconds; `now` returns the UTC time for documents.

    `operations` are the handlers by name, and `apply` writes their changes to the workspace; a rehearsal
    replaces both. Up to `jobs` loops run at once. `executor` takes the most tasks that it will hold and
    returns the pool on which children run; with `far`, those that do not need one another run in other
    processes. `cache` finds the replies of accepted runs; with `fresh`, nothing
    that the model wrote before is used. Without `scaffold`, what a pattern names so is left out. `candidates`
    says how the further tries of one prompt are drawn: "sampled", or as "forks" of the first. `readings` is
    the cache of documents that were read before. `without` are rules, relations and openings that are turned
    off, and `on_judged` is told of each try that ran well: both are for benches. With `plan_only`, a run stops
    when its plan is written. `schema` is the blob of the JSON schema that a new run's answer must fit, or "".
    `builders` do the loops that they take in place of the engine's own phases.
    """

    workspace: Workspace
    model: Model
    ledger: Ledger
    policy: Policy = field(default_factory=Policy)
    watcher: Watcher = nobody
    operations: Mapping[str, Operation] = field(default_factory=lambda: OPERATIONS)
    apply: Callable[[Sequence[Change], Path, Sequence[str]], list[str]] = apply
    limits: Limits = field(default_factory=Limits)
    clock: Callable[[], float] = time.monotonic
    now: Callable[[], str] = lambda: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    started: float = 0.0
    unsafe: bool = False
    searxng: str = ""
    scaffold: bool = True
    candidates: str = "sampled"
    without: frozenset[str] = frozenset()
    on_judged: Callable[[Judgement], None] | None = None
    stopped: Callable[[], bool] = interrupt.stop_requested
    jobs: int = 1
    executor: Callable[[int], Executor] = threads
    far: FarLoops | None = None
    cache: ReplyIndex | None = None
    fresh: bool = False
    plan_only: bool = False
    schema: str = ""
    readings: DocumentCache = field(default_factory=DocumentCache)
    builders: Sequence[Builder] = field(default_factory=registered)

    def __post_init__(self) -> None:
        self.started = self.clock()
        self.store = Store(self.workspace, self._note, self._wait, lingers=True, readings=self.readings)
        self.library = Library(self.workspace)
        self._counts: dict[str, int] = {}
        self.standings: dict[Place, Standing] = {}
        self._spent: dict[str, Usage] = {}
        self._before: dict[str, Usage] = {}
        self._replies: dict[str, ReplyAddress] = {}
        self._asked = False
        self.chances: dict[str, tuple[str, float | None]] = {}
        """The answer to each question of yes or no, and its probability where there is one, by its prompt."""
        self.recorded_budgets: dict[str, Mapping[str, int]] = {}
        self._lock = threading.Lock()
        self._places = threading.Semaphore(self.jobs - 1)  # the run's own thread has one

    def operation(self, pattern: Pattern) -> Operation:
        """Return the operation that runs `pattern`; raises UsageError if its handler does not exist."""
        operation = self.operations.get(pattern.handler)
        if operation is None:
            names = ", ".join(sorted(self.operations))
            raise UsageError(f"{pattern.path}:1: there is no handler {pattern.handler!r}; use one of {names}")
        return operation

    @property
    def operation_context(self) -> OperationContext:
        """What this run's handlers may use; with `unsafe`, commands run even if nothing confines them."""
        context = OperationContext(
            self.workspace.root,
            self._protected,
            limits=self.limits,
            hides=self.policy.hides,
            distrusts=self.policy.distrusts,
            loopback=self.policy.decide("loopback", "").verdict == "allow",
        )
        return replace(context, required=()) if self.unsafe else context

    @functools.cached_property
    def _protected(self) -> tuple[str, ...]:
        """What no operation of this run writes, found out once."""
        return protected_in(self.workspace.root)

    @functools.cached_property
    def redact(self) -> Redactor:
        """A redactor that removes secrets from a text: values of variables and of files that policy denies."""
        return workspace_redactor(self.workspace.root, self.policy.hides)

    def count(self, text: str) -> int:
        """Return the number of tokens of `text`; results are cached."""
        if text not in self._counts:
            self._counts[text] = self.model.count(text)
        return self._counts[text]

    def open_account(self, run: str, used: Usage) -> None:
        """Start counting what a run uses, beginning with `used`, which earlier processes used."""
        with self._lock:
            self._spent[run] = replace(used)
            self._before[run] = replace(used)

    def note_budget(self, run: str, before: Mapping[str, int] | None, now: Mapping[str, int]) -> bool:
        """Note the budget that a run's root has `now`; False where another thread did so since `before`."""
        with self._lock:
            if self.recorded_budgets.get(run) != before:
                return False
            self.recorded_budgets[run] = dict(now)
            return True

    def book(self, run: str, used: Usage) -> None:
        """Add `used` to what the run used."""
        with self._lock:
            self._spent.setdefault(run, Usage()).add(used)

    def note_reply(self, key: str, place: ReplyAddress, *, asked: bool = False) -> None:
        """Note the place of the reply with digest `key`; `asked` if the model was asked for it just now."""
        with self._lock:
            self._replies[key] = place
            self._asked = self._asked or asked

    def note_standing(self, place: Place, state: Standing) -> None:
        """Note the standing of a section when a loop first came to it; later ones are ignored."""
        with self._lock:
            self.standings.setdefault(place, state)

    def noted_replies(self) -> tuple[dict[str, ReplyAddress], bool]:
        """Return the places of the noted replies by their digest, and whether the model was asked for any."""
        with self._lock:
            return dict(self._replies), self._asked

    def cache_replies(self) -> None:
        """Add the noted replies of an accepted run to the cache, if the model was asked for any of them."""
        if self.cache is not None and self._asked:
            self.cache.add(sorted(self._replies.items(), key=lambda item: item[0]))
        self._asked = False

    def accepted(self, run: str) -> bool:
        """Return True if the run's root document has the status accepted."""
        return bool(self.store.load(f"system-{run}").meta.get("status") == Status.ACCEPTED.value)

    def spent(self, run: str) -> Usage:
        """Return what a run used, as far as this host booked it."""
        with self._lock:
            return replace(self._spent.get(run, Usage()))

    def sitting(self, run: str) -> Usage:
        """Return what a run used in this process, as far as this host booked it."""
        with self._lock:
            return self._spent.get(run, Usage()).since(self._before.get(run, Usage()))

    @contextmanager
    def job_place(self) -> Iterator[None]:
        """Hold one of the run's `jobs` places; waits until one is free."""
        with self._places:
            yield

    @contextmanager
    def lend_place(self) -> Iterator[None]:
        """Release this thread's own place for the children that it waits for, and take it back at the end."""
        self._places.release()
        try:
            yield
        finally:
            self._places.acquire(timeout=0 if interrupt.stop_requested() else None)

    def tell(
        self,
        document: str,
        parent: str | None,
        what: str,
        detail: str = "",
        usage: Usage | None = None,
        state: Document | None = None,
    ) -> None:
        """Send the watcher an event with these details."""
        spent = None if usage is None else self.ledger.share(self.elapsed())
        self.watcher(Event(document, parent, what, detail, usage, state, spent=spent))

    def listener(self, document: str, parent: str | None, phase: str) -> Listener:
        """Return a listener that sends the watcher each progress of the model in a phase of a document."""
        return lambda progress: self.watcher(Event(document, parent, "progress", phase, progress=progress))

    def _note(self, document: str, message: str) -> None:
        self.tell(document, None, "note", message)

    def _wait(self) -> None:
        """Wait 0.2 s for a person to save a file; raises KeyboardInterrupt if the run was stopped."""
        time.sleep(0.2)
        if self.stopped():
            raise KeyboardInterrupt

    def elapsed(self) -> float:
        """Return the seconds that this run took, including earlier processes."""
        return self.ledger.usage.seconds + self.clock() - self.started

    @contextmanager
    def in_time(self) -> Iterator[None]:
        """Limit the `with` block to the seconds that the run has left; raises CeilingError where they end.

        What looks at `interrupt.check` within it ends then: a call of the model, a program in the sandbox.
        """
        try:
            with interrupt.within(max(0.0, self.ledger.ceiling.seconds - self.elapsed())):
                yield
        except interrupt.Expired:
            self.ledger.check(0, max(self.elapsed(), self.ledger.ceiling.seconds))
            raise
